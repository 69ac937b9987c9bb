import { writePrivately } from '@app/platform/db/private-folder.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { backupCommands } from './backup-commands.ts'
import { contractCommand } from './contract-command.ts'
import { filesCommand } from './files-command.ts'
import { identityCommands } from './identity-commands.ts'
import { keyCommands } from './key-commands.ts'
import { newSecrets } from './new-secrets.ts'
import { queueCommands } from './queue-commands.ts'
import { switchCommands } from './switch-commands.ts'
import { upgradeCommand } from './upgrade-command.ts'

type Command = { use: string; run: (args: string[]) => Promise<string> }

/** `npm run operate -- <command>` */
const commands: Record<string, Command> = {
  'new-secrets': {
    use: 'new-secrets                prints what production needs as an env file: secrets drawn at random, the rest to fill in',
    run: async () => newSecrets(),
  },
  ...backupCommands,
  ...contractCommand,
  ...filesCommand,
  ...identityCommands,
  ...keyCommands,
  ...queueCommands,
  ...switchCommands,
  ...upgradeCommand,
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
