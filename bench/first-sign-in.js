// The first sign-in after `ready` against the tenth, on the embedded database: idle, and beside two processes that only compute.
// `--starts` says how many starts of each (5). The server is what was built last.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { inScratch } from './databases.js'
import { startProgram } from './processes.js'
import { publishableKey } from './product.js'
import { path } from './source.js'

const MEMBER = { email: 'pro@demo.gitferry.test', password: 'demo-pro' }
const SIGN_INS = 10
const PORT = process.env.PORT ?? '47500'
const BUSY = 'for (;;) Math.random()'

const { values } = parseArgs({ options: { starts: { type: 'string', default: '5' } } })

await inScratch(async (dataDir) => {
  // The first start makes the database and the keys, which later ones have.
  const made = await start(dataDir)
  const key = await publishableKey(made.url)
  await made.stop()

  for (const [name, busy] of Object.entries({ idle: 0, 'two busy loops': 2 })) {
    const loops = Array.from({ length: busy }, () => spawn(process.execPath, ['-e', BUSY]))
    const starts = []
    for (let turn = 0; turn < Number(values.starts); turn++)
      starts.push(await signIns(dataDir, key))
    for (const loop of loops) loop.kill('SIGKILL')
    report(name, starts)
  }
})

function start(dataDir) {
  return startProgram(path('server/dist/main.js'), [], {
    env: { PORT, DATA_DIR: dataDir, AUTH_RATE_LIMIT_FACTOR: '0' },
  })
}

/** Milliseconds of each sign-in. They run one after the other, as soon as the server says `ready`. */
async function signIns(dataDir, key) {
  const server = await start(dataDir)
  const times = []
  for (let n = 0; n < SIGN_INS; n++) {
    const began = performance.now()
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: key },
      body: JSON.stringify(MEMBER),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`Sign-in ${n + 1} was answered ${answer.status}`)
    times.push(performance.now() - began)
  }
  await server.stop()
  return times
}

function report(name, starts) {
  const at = (n) => median(starts.map((times) => times[n]))
  const ratio = median(starts.map((times) => times[0] / times[SIGN_INS - 1]))
  const most = Math.max(...starts.map((times) => times[0]))
  console.log(
    `${name}: first ${at(0).toFixed(0)}, second ${at(1).toFixed(0)}, tenth ${at(SIGN_INS - 1).toFixed(0)} ms; first ÷ tenth ${ratio.toFixed(2)}, longest first ${most.toFixed(0)} ms`,
  )
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other)

  return sorted[sorted.length >> 1]
}
