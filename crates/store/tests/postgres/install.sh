#!/bin/sh
# Installs Debian's PostgreSQL for the tests, without starting a service of it.
set -e
if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    exit 0
fi
mkdir -p /etc/postgresql-common
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
apt-get install -y --no-install-recommends postgresql
