import { resolve } from 'node:path'
import { restoreDump } from '@app/platform/db/dumps.ts'
import { writePrivately } from '@app/platform/db/private-folder.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { readConfig } from '#config/read-config.ts'
import { identityCommands } from './identity-commands.ts'
import { newSecrets } from './new-secrets.ts'
import { queueCommands } from './queue-commands.ts'

type Command = { use: string; run: (args: string[]) => Promise<string> }

/** `npm run operate -- <command>` */
const commands: Record<string, Command> = {
  'new-secrets': {
    use: 'new-secrets                prints what production needs as an env file: secrets drawn at random, the rest to fill in',
    run: async () => newSecrets(),
  },
  restore: {
    use: 'restore <dump>             puts a dump of the embedded database in its place (stop the product first)',
    run: async ([dump]) => {
      if (!dump) throw new StartError('Which dump? They lie in DATA_DIR/dumps.')
      const { kept } = await restoreDump(readConfig().dataDir, resolve(dump))

      return `Restored.${kept ? ` The database as it was is kept in ${kept}.` : ''}`
    },
  },
  ...identityCommands,
  ...queueCommands,
}

writePrivately()
const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]

try {
  if (!command) {
    throw new StartError(
      ['Commands:', ...Object.values(commands).map(({ use }) => `  ${use}`)].join('\n'),
    )
  }
  process.stdout.write(`${await command.run(args)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`)
  process.exit(1)
}
