#!/bin/sh
# The sepet command with the user and the environment of the systemd units, which a bare shell does not have:
# install as /usr/local/bin/sepet, then `sudo sepet products`.
exec sudo -u sepet /usr/bin/node --env-file=/etc/sepet/sepet.env /opt/sepet/node_modules/sepet/dist/cli/bin.js "$@"
