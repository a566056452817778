#!/bin/sh
# Writes an environment for production, with new random secrets, into a new file that only you can read.
# Usage: sh deploy/make-env.sh [file, default .env] [address of the shop, default http://localhost:8080]
set -eu
file=${1:-.env}
url=${2:-http://localhost:8080}

secret() { head -c 48 /dev/urandom | base64 | tr -d '\n'; }
# Only letters and digits, because the password is part of a URL.
password() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

umask 077
# Never overwrites a file: links and tokens signed with its secrets would become invalid.
set -C
cat > "$file" <<END
NODE_ENV=production
PUBLIC_URL=$url
ACCESS_TOKEN_SECRET=$(secret)
HANDOFF_SECRET=$(secret)
METRICS_TOKEN=$(secret)
POSTGRES_PASSWORD=$(password)
END
echo "Wrote $file."
