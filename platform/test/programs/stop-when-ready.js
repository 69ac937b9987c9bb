// Loaded before a command: ends it by SIGTERM with the line that says it is ready, not a moment later.
import { isMainThread } from 'node:worker_threads'

const write = process.stdout.write.bind(process.stdout)

if (isMainThread) {
  process.stdout.write = (text, ...more) => {
    const isWritten = write(text, ...more)
    if (String(text).startsWith('ready ')) process.kill(process.pid, 'SIGTERM')

    return isWritten
  }
}
