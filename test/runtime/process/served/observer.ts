import { existsSync } from "node:fs";

/** The program that shows what it was given. */
export const perl = ["/usr/bin/perl"].find(existsSync);

/**
 * Prints all that a program can be given: arguments, variables, folder, masks of files and signals, limits, open files,
 * group and session, and its input.
 */
const script = String.raw`
sub all { open(my $f, "<", $_[0]) or return "-"; local $/; <$f> }
print "$0\0", join("\0", @ARGV), "\n", join("\n", sort split(/\0/, all("/proc/self/environ"))), "\n", readlink("/proc/self/cwd"), "\n";
print grep { /^(Umask|[UG]id|Groups|Sig(Blk|Ign|Cgt)|NoNew|Cap|Seccomp)/ } split(/^/m, all("/proc/self/status"));
for (0 .. 20) { my $l = readlink("/proc/self/fd/$_"); $l =~ s/\d+/N/; print "$_ $l\n" if $l }
@s = split / /, all("/proc/self/stat"); print all("/proc/self/limits"), $s[4] == $$, $s[5] == $$, " $s[6] $s[18]\n";
local $/; print <STDIN>`.replaceAll("\n", " ");

export const observing = (...args: readonly string[]) => ({ program: "perl", args: ["-e", script.trim(), "--", ...args] });
