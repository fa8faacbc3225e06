"""What makes a shell ask ``mentis completion`` while a command line is typed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_BASH = r"""# Completion of mentis for bash.
_mentis() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            files) compopt -o default ;;
            databases*)
                compopt -o filenames
                while IFS= read -r line; do
                    COMPREPLY+=("$line")
                done < <(compgen -f -X '!*.duckdb' -- "${line#databases }"
                    compgen -d -- "${line#databases }") ;;
            "open "*) compopt -o nospace; COMPREPLY+=("${line#open }") ;;
            "word "*) COMPREPLY+=("${line#word }") ;;
        esac
    done < <("$1" completion bash -- "${COMP_LINE:0:COMP_POINT}" "${COMP_WORDS[COMP_CWORD]}" \
        2>/dev/null </dev/null)
}
complete -F _mentis mentis
"""

_ZSH = r"""#compdef mentis
# Completion of mentis for zsh.
_mentis() {
    local line kind rest word
    local -a values displays open
    local -a ignoring=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
    for line in "${(@f)$("${(Q)words[1]}" completion zsh -- "${(@Q)words[2,CURRENT-1]}" \
        "${(Q)PREFIX}" 2>/dev/null </dev/null)}"; do
        kind=${line%% *} rest=${line#* }
        word=${rest%%$'\t'*}
        case $kind in
            files) compset -P '--*='; _files ;;
            databases) compset -P '--*='; _files -g '*.duckdb(-.)' ;;
            open) open+=("$word") ;;
            word)
                values+=("$word")
                if [[ $rest == *$'\t'* ]]; then
                    rest="${(r:24:)word}  ${rest#*$'\t'}"
                fi
                displays+=("${rest[1,COLUMNS-1]}") ;;
        esac
    done
    (( $#values )) && compadd "$ignoring[@]" -l -d displays -a values
    (( $#open )) && compadd "$ignoring[@]" -S '' -a open
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _mentis "$@"
else
    compdef _mentis mentis
fi
"""

_FISH = r"""# Completion of mentis for fish.
function __mentis_completion
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l last (string unescape -- $typed; or string unescape -- $typed\"; \
        or string unescape -- $typed\')
    for line in ($before[1] completion fish -- $before[2..] "$last" 2>/dev/null </dev/null)
        switch $line
            case files
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$last")
            case 'databases*'
                __fish_complete_suffix .duckdb
            case 'open *'
                string sub -s 6 -- $line | string replace -r -- ' "$' ''
            case 'word *'
                string sub -s 6 -- $line
        end
    end
end
complete -c mentis -f -a '(__mentis_completion)'
"""

SCRIPTS: Mapping[str, str] = MappingProxyType({"bash": _BASH, "zsh": _ZSH, "fish": _FISH})
"""The scripts, by the name of the shell."""
