/** Commands for the server and its database: serve, migrate, prune, backup, restore and transfer. */

import { type Command, Option } from 'commander'
import type { Migrated } from '../../db/migrate.ts'
import { CommandError } from '../command-error.ts'
import { addExamples } from '../help.ts'
import { keepHeapSmall } from '../keep-heap-small.ts'
import { port, workerCount } from '../option-values.ts'
import type { ServeOptions } from '../serve.ts'
import { type AddCommand, configure, type Environment, withCurrentDatabase, withDatabase } from './command-context.ts'

/** Adds `sepet serve`. */
export const addServe: AddCommand = (program, env) => {
  const command = program
    .command('serve')
    .description('serve the API')
    .addOption(new Option('--port <number>', 'port to listen on (default: $PORT or 8080)').argParser(port))
    .option('--host <address>', 'address to listen on (default: $HOST or 127.0.0.1)')
    .option('--migrate', 'bring the PostgreSQL schema up to date first')
    .addOption(
      new Option('--workers <number>', 'processes that share the port, on PostgreSQL')
        .default(1)
        .argParser(workerCount),
    )
    .option('--end-with-parent', 'stop when the process that has started this one is gone, as under `npm start`')
    .action(
      async ({
        port,
        host,
        migrate = false,
        workers = 1,
        endWithParent = isRunByNpx(env),
      }: Partial<ServeOptions> & { port?: string; host?: string }) => {
        keepHeapSmall(env)
        const config = await configure({ ...env, ...(port && { PORT: port }), ...(host && { HOST: host }) })
        await (await import('../serve.ts')).serve(config, { migrate, workers, endWithParent })
      },
    )
  addExamples(command, [
    ['sepet serve --host 0.0.0.0 --port 80', 'for all clients that can reach this machine'],
    ['DATABASE_URL=postgres://sepet:secret@db/sepet sepet serve --migrate', 'on PostgreSQL'],
  ]).addHelpText('after', '\nEverything else is set by environment variables: docs/configuration.md lists them.')
}

/** Whether npx runs the command, and waits for it: its shell would keep the signals that npx passes on to itself. */
function isRunByNpx({ npm_lifecycle_event, npm_lifecycle_script = '' }: Environment): boolean {
  return npm_lifecycle_event === 'npx' && !npm_lifecycle_script.includes('&')
}

/** Adds `sepet migrate`. */
export const addMigrate: AddCommand = (program, env) => {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option('--distribute', 'also distribute the tables over the nodes of a Citus cluster')
    .action(({ distribute: distributes = false }: { distribute?: boolean }) =>
      withDatabase(env, async database => {
        const { migrate, requireDistribution } = await import('../../db/migrate.ts')
        const { functions } = await import('../../db/functions.ts')
        const { distribute, requireCitus } = await import('../../db/postgres/distribution.ts')
        if (distributes) await requireCitus(database)
        process.stdout.write(`${describeMigrated(await migrate(database))}\n`)
        if (!distributes) return requireDistribution(database)
        const tables = await distribute(database, functions)
        const done = tables.length > 0 ? `Distributed: ${tables.join(', ')}.` : 'All tables are distributed.'
        process.stdout.write(`${done}\n`)
      }),
    )
}

function describeMigrated({ migrations, created, dropped }: Migrated): string {
  const done = [
    ['Migrated', migrations],
    ['Created the functions', created],
    ['Dropped the functions', dropped],
  ] as const
  const lines = done.filter(([, names]) => names.length > 0).map(([title, names]) => `${title}: ${names.join(', ')}.`)
  return lines.length > 0 ? lines.join('\n') : 'The schema is up to date.'
}

/** Adds `sepet prune`. */
export const addPrune: AddCommand = (program, env) => {
  program
    .command('prune')
    .description(
      'delete used handoffs, web sessions, guests’ carts, checkouts and events that have expired (the server does so by itself)',
    )
    .option('--accept-clock', 'also delete when the clock is more than 25 hours ahead of the last run')
    .action(({ acceptClock = false }: { acceptClock?: boolean }) =>
      withCurrentDatabase(env, async (database, config) => {
        const { prune } = await import('../../jobs/prune.ts')
        const { describeClockStep, saveClock, saveConfirmedClock } = await import('../../jobs/prune-clock.store.ts')
        const now = Date.now()
        if (acceptClock) await saveConfirmedClock(database, now)
        const step = await saveClock(database, now)
        if (step) throw new CommandError(describeClockStep(step))
        const { usedHandoffs, webSessions, guestCarts, checkouts, events } = await prune(database, now, {
          guestCartTtlDays: config.GUEST_CART_TTL_DAYS,
          eventRetentionDays: config.EVENT_RETENTION_DAYS,
          historyRetentionDays: config.HISTORY_RETENTION_DAYS,
          onLost: ({ webhook, count }) => process.stdout.write(`The webhook ${webhook} has lost ${count} events.\n`),
        })
        process.stdout.write(
          `Deleted: ${usedHandoffs} used handoffs, ${webSessions} web sessions, ${guestCarts} guest carts, ${checkouts} checkouts, ${events} events.\n`,
        )
      }),
    )
}

/** Adds `sepet backup`. */
export const addBackup: AddCommand = (program, env) => {
  const command = program
    .command('backup')
    .description('copy the embedded database into a new file, also while the server runs')
    .argument('<file>', 'a file to create, readable by you only')
    .action(async (file: string) => (await import('../backup.ts')).backUp(await configure(env), file, process.stdout))
  addExamples(command, [['sepet backup /backups/sepet-$(date +%F).sqlite', 'every day']])
}

/** Adds `sepet restore`. */
export const addRestore: AddCommand = (program, env) => {
  program
    .command('restore')
    .description('put a backup in the place of the embedded database, while the server is stopped')
    .argument('<file>', 'what `sepet backup` has written')
    .action(async (file: string) => {
      const { restore } = await import('../restore.ts')
      await restore(await configure(env), file, Date.now(), process.stdout)
    })
}

/** Adds `sepet transfer`. */
export const addTransfer: AddCommand = (program, env) => {
  const command = program
    .command('transfer')
    .description('move everything between the embedded database and PostgreSQL, while no server runs on either')
    .addOption(new Option('--to <url>', 'the empty PostgreSQL database that gets what is in DATA_DIR'))
    .addOption(
      new Option('--from <url>', 'the PostgreSQL database that moves into DATA_DIR, which has no database').conflicts(
        'to',
      ),
    )
    .action(async ({ to, from }: { to?: string; from?: string }) => {
      const url = to ?? from
      if (url === undefined) return command.error('error: name the PostgreSQL database by --to or --from')
      const option = to === undefined ? '--from' : '--to'
      await requirePostgresUrl(command, option, url)
      const { transfer } = await import('../transfer.ts')
      const { stdout, stderr } = process
      await transfer(
        await configure(env),
        { option, url },
        { now: Date.now(), output: { stdout, stderr, isDumb: env.TERM === 'dumb' } },
      )
    })
  addExamples(command, [
    ['sepet transfer --to postgres://sepet:secret@db/sepet', 'the shop has grown'],
    [
      'PGPASSWORD=secret sepet transfer --to postgres://sepet@db/sepet',
      'the list of processes does not show the password',
    ],
    ['DATA_DIR=/srv/copy sepet transfer --from postgres://sepet:secret@db/sepet', 'back into one file'],
  ])
}

/** The message has no part of the URL, which may contain a password. */
async function requirePostgresUrl(command: Command, option: string, url: string): Promise<void> {
  const { hostsOf } = await import('../../db/postgres/postgres-url.ts')
  try {
    hostsOf(url)
  } catch (error) {
    command.error(`error: ${option} ${(error as Error).message}`)
  }
}
