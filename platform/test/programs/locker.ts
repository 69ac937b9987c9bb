// A process that a test kills at any moment: it locks a folder and prints whether it may.
// With `hold` it keeps the lock until it is killed, else it releases it and ends.
import { lockFolder } from '#db/folder-lock.ts'

const [folder = '', mode = 'hold'] = process.argv.slice(2)

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  try {
    const release = lockFolder(folder)
    process.stdout.write('held\n')
    if (mode === 'hold') return void setInterval(() => {}, 1000)
    release()
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
  }
  process.exit(0)
})
