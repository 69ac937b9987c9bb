import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '@app/platform/errors/start-error.ts'

const LEAST_CHARACTERS = 12

/** The first line of standard input. At a terminal it is asked for, and what is typed is not shown. */
export async function readPassphrase(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal) process.stderr.write('Passphrase: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  // Ctrl-C and Ctrl-D end the input without a line.
  lines.once('SIGINT', () => lines.close())
  const passphrase = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTerminal) process.stderr.write('\n')

  if (passphrase.length < LEAST_CHARACTERS) {
    throw new StartError(
      `A passphrase of at least ${LEAST_CHARACTERS} characters is needed: type it, or pass it as the first line of standard input.`,
    )
  }
  return passphrase
}
