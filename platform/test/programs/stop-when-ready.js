// Loaded before a command: ends it by SIGTERM with the line that says it is ready, not a moment later.
import { isMainThread } from 'node:worker_threads'

const write = process.stdout.write.bind(process.stdout)

if (isMainThread) {
  /** @param {[text: any, ...more: any[]]} given */
  process.stdout.write = (...given) => {
    const isWritten = write(...given)
    const [text] = given
    if (String(text).startsWith('ready ')) process.kill(process.pid, 'SIGTERM')

    return isWritten
  }
}
