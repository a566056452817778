#!/usr/bin/env node
/**
 * `exec` for the scripts of package.json on Windows, whose shell has no such command: runs a command, and ends with its status. Other shells
 * run their own `exec`, which replaces the shell, so that the signals that npm passes on reach the command.
 */

import { spawn } from 'node:child_process'

const [command = '', ...args] = process.argv.slice(2)
// Ctrl+C reaches every process of the console: this one waits for the command to end.
process.on('SIGINT', () => {})
spawn(command, args, { stdio: 'inherit' }).on('exit', status => process.exit(status ?? 1))
