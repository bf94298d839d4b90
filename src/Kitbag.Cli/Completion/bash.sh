# Completion for bash: eval "$(kitbag completion bash)", for instance in ~/.bashrc.
_kitbag() {
    local word=${COMP_WORDS[COMP_CWORD]} asks=
    COMPREPLY=()
    # Names of files are completed by the shell, everything else by the tool.
    [[ $COMP_CWORD -eq 1 || $word == -* || ${COMP_WORDS[COMP_CWORD - 1]} == --* || ${COMP_WORDS[1]} == completion ]] && asks=yes
    # A path in a document may continue.
    if [[ -z $asks && $COMP_CWORD -ge 3 && ${COMP_WORDS[1]} =~ ^(get|set|show)$ ]]; then
        asks=yes
        compopt -o nospace 2>/dev/null
    fi
    if [[ -n $asks ]]; then
        local line
        while IFS= read -r line; do
            [[ $line == "$word"* ]] && COMPREPLY+=("$line")
        done < <(kitbag "[suggest:$COMP_POINT]" "$COMP_LINE" 2>/dev/null)
    fi
}
complete -o default -o bashdefault -F _kitbag kitbag
