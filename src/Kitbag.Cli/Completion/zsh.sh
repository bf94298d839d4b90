# Completion for zsh: eval "$(kitbag completion zsh)", for instance in ~/.zshrc after compinit.
_kitbag() {
    local -a found more
    # The words as the tool receives them, without the backslashes that the shell inserts before brackets.
    local word=${(Q)words[CURRENT]} line="kitbag ${(j: :)${(Q)words[2,CURRENT]}}" asks=
    # Names of files are completed by the shell, everything else by the tool.
    if (( CURRENT == 2 )) || [[ $word == -* || ${words[CURRENT-1]} == --* || ${words[2]} == completion ]]; then
        asks=yes
    # A path in a document may continue.
    elif (( CURRENT >= 4 )) && [[ ${words[2]} == (get|set|show) ]]; then
        asks=yes more=(-S '')
    fi
    if [[ -n $asks ]]; then
        found=("${(@f)$(kitbag "[suggest:${#line}]" "$line" 2>/dev/null)}")
        found=("${(@M)found:#${(b)word}*}")
    fi
    if (( ${#found} )) && [[ -n $found[1] ]]; then
        compadd $more -- $found
    else
        _files
    fi
}
compdef _kitbag kitbag
