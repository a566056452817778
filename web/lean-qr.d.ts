/** The types of the module that the server names after its package: those of the package are of an ambient module. */

/// <reference path="../node_modules/lean-qr/index.d.ts" />

export { generate } from 'lean-qr'
