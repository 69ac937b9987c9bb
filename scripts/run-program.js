import { pathToFileURL } from 'node:url'
import { whenNpmEnds } from './npm-end.js'
import { prepare } from './prepare.js'
import { root } from './root.js'
import { main } from './run.js'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * `node scripts/run-program.js <program> …`: prepares and runs a program of the platform in this process, so that
 * signals which npm forwards reach it. It ends when npm does.
 */
await main(async () => {
  // An exit ends the programs of the preparation too; death by a signal would leave them.
  const exit = () => process.exit(1)
  for (const signal of SIGNALS) process.on(signal, exit)
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
  const [program] = process.argv.splice(2, 1)
  await prepare('platform')

  for (const signal of SIGNALS) process.off(signal, exit)
  await import(pathToFileURL(`${root}platform/dist/${program}`).href)
})
