#!/bin/sh
# Writes an environment for production, with new random secrets and a token for the web shop, into a new file that only you can read.
# Usage: sh deploy/make-env.sh [file, default .env] [address of the shop, default http://localhost:8080]
set -eu
file=${1:-.env}
url=${2:-http://localhost:8080}

secret() { head -c 48 /dev/urandom | base64 | tr -d '\n'; }
# Only letters and digits, because the password is part of a URL.
password() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

base64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }

# A JWT (RFC 7519) that ends after 90 days, as sepet token admin --id web-shop --scope makes it.
# Arguments: the HS256 key. Other users of this machine can see it in the list of processes while openssl runs.
web_shop_token() {
  now=$(date +%s)
  claims="{\"sub\":\"admin:web-shop\",\"scope\":\"sessions:act checkouts:read checkouts:write catalogue:read promotions:read\",\"iat\":$now,\"exp\":$((now + 7776000))}"
  signed=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url).$(printf %s "$claims" | base64url)
  printf '%s.%s' "$signed" "$(printf %s "$signed" | openssl dgst -sha256 -hmac "$1" -binary | base64url)"
}

if [ -e "$file" ] || [ -L "$file" ]; then
  echo "$file exists, and nothing was written: name another file, or move this one away." >&2
  exit 1
fi
if ! command -v openssl > /dev/null; then
  echo "openssl, which signs the token of the web shop, is not installed." >&2
  exit 1
fi
access_token_secret=$(secret)
admin_token=$(web_shop_token "$access_token_secret")

umask 077
# Never overwrites a file, also one that was written meanwhile: links and tokens signed with its secrets would become invalid.
set -C
cat > "$file" <<END
NODE_ENV=production
PUBLIC_URL=$url
ACCESS_TOKEN_SECRET=$access_token_secret
HANDOFF_SECRET=$(secret)
SEPET_TOKEN_SECRET=$(secret)
SEPET_ADMIN_TOKEN=$admin_token
METRICS_TOKEN=$(secret)
POSTGRES_PASSWORD=$(password)
END
echo "Wrote $file."
