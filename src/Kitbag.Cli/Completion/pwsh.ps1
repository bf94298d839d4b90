# Completion for PowerShell: kitbag completion pwsh | Out-String | Invoke-Expression, for instance in $PROFILE.
Register-ArgumentCompleter -Native -CommandName kitbag -ScriptBlock {
    param($word, $tree, $position)
    $start = "$word"
    kitbag "[suggest:$position]" "$tree" 2>$null | Where-Object { $_.StartsWith($start, 'Ordinal') } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
