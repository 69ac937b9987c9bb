// A process of its own, so that what it costs is not measured as waiting. Arguments: address, token, requests a second. Ends at SIGTERM, and
// says how often it got which answer.
import { setTimeout as pause } from 'node:timers/promises'

const [url, token, perSecond] = process.argv.slice(2)
const counts = new Map()
let isOver = false
let sent = 0
process.once('SIGTERM', () => {
  isOver = true
})

async function read() {
  const what = await fetch(`${url}/rest/v1/trial_lists?select=id,trial_items(*)`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(15_000),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    (error) => error.cause?.code ?? error.name,
  )
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

const began = performance.now()
while (!isOver) {
  const due = ((performance.now() - began) / 1000) * Number(perSecond)
  while (sent < due) {
    sent += 1
    void read()
  }
  await pause(5)
}
console.log([...counts].map(([what, count]) => `${what} ${count} times`).join(', '))
process.exit(0)
