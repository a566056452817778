#!/bin/sh
# Writes an environment for production, with secrets that nobody has seen, into a new file that only you can read:
# sh deploy/make-env.sh [file, default .env] [address of the shop, default http://localhost:8080]
set -eu
file=${1:-.env}
url=${2:-http://localhost:8080}

secret() { head -c 48 /dev/urandom | base64 | tr -d '\n'; }
# Letters and digits alone, as it becomes part of a URL.
password() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

umask 077
# Never over a file that is there: who has links and tokens signed with its secrets needs them.
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
