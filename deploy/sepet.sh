#!/bin/sh
# Runs the sepet command with the user and the environment of the systemd units, which a plain shell does not have.
# Install it as /usr/local/bin/sepet, then run `sudo sepet products`.
file=/etc/sepet/sepet.env
# Node.js reads NODE_EXTRA_CA_CERTS before it reads the file.
certificates=$(sed -n 's/^NODE_EXTRA_CA_CERTS=//p' "$file" | tr -d "\"'")
exec sudo -u sepet ${certificates:+env "NODE_EXTRA_CA_CERTS=$certificates"} \
  /usr/bin/node --env-file="$file" /opt/sepet/node_modules/sepet/dist/cli/bin.js "$@"
