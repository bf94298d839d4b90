# Completion for zsh: eval "$(kitbag completion zsh)", for instance in ~/.zshrc after compinit.
_kitbag() {
    local -a found
    # Names of files are completed by the shell, everything else by the tool.
    if (( CURRENT == 2 )) || [[ ${words[CURRENT]} == -* || ${words[CURRENT-1]} == --* || ${words[2]} == completion ]]; then
        found=("${(@f)$(kitbag "[suggest:${#BUFFER}]" "$BUFFER" 2>/dev/null)}")
        found=(${(M)found:#${words[CURRENT]}*})
    fi
    if (( ${#found} )); then
        compadd -- $found
    else
        _files
    fi
}
compdef _kitbag kitbag
