#!/bin/sh
# root.sh PACKAGE FOLDER: the root of a container with the program of this package, the libraries it is linked to, and
# nothing else: no shell, no package manager, nobody who could be root.
set -eu
package=$1
root=$2

mkdir -p "$root/etc" "$root/tmp" "$root/var/lib/flagbridge"
chmod 1777 "$root/tmp"
dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" ./usr/bin/flagbridge ./usr/share/doc/flagbridge/copyright
libraries=$(ldd "$root/usr/bin/flagbridge")
printf '%s\n' "$libraries" | tr ' \t' '\n\n' | grep '^/' | sort -u | while read -r library; do
    mkdir -p "$root${library%/*}"
    cp -L "$library" "$root$library"
done
# Certificates of those whom servers of mail and of pushes trust, where there are any.
if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
    mkdir -p "$root/etc/ssl/certs"
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
fi
echo 'flagbridge:x:65532:65532::/var/lib/flagbridge:/nonexistent' >"$root/etc/passwd"
echo 'flagbridge:x:65532:' >"$root/etc/group"
chown 65532:65532 "$root/var/lib/flagbridge"
chmod 0700 "$root/var/lib/flagbridge"
# It starts there: libraries that are missing, or older than those it was built with, are told here and not later.
chroot "$root" /usr/bin/flagbridge --version
