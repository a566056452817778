#!/bin/sh
# Runs the sepet command with the user and the environment of the systemd units, which a plain shell does not have.
# Install it as /usr/local/bin/sepet, then run `sudo sepet products`.
exec sudo -u sepet /usr/bin/node --env-file=/etc/sepet/sepet.env /opt/sepet/node_modules/sepet/dist/cli/bin.js "$@"
