#!/bin/sh
# What a node says about its processor: a stanza of /proc/cpuinfo, what all CPUs share, caches.
# usage: probe.sh FILE, with a folder that all nodes see
part=${1%/*}/.part-${1##*/}
caches=/sys/devices/system/cpu/cpu0/cache
{
    awk 'NF == 0 { first = 1 } !first || /^(cpu|revision|platform|machine)[ \t]*:/' /proc/cpuinfo
    for folder in "$caches"/index*; do
        [ -e "$folder/size" ] &&
            echo "cache: $(cat "$folder/level") $(cat "$folder/type") $(cat "$folder/size")"
    done
} > "$part"
mv "$part" "$1"
