// The search for secrets: CPU time for each megabyte of ordinary text and of the worst text, against decoding it and
// looking at each of its characters once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { path, source } from './source.js'

const TURNS = 5
const GOAL_MS = 60
const FOLDERS = [
  'server/src',
  'web/src',
  'platform/src',
  'sync/src',
  'sync-panels/src',
  'docs',
  'ui/src',
]
/** Each begins like a secret at every few characters. */
const WORST = [
  'API_KEY=',
  'token: "a1B2',
  'sk-',
  'eyJ-',
  '.eyJ',
  'postgres://a:b@',
  '-----BEGIN A ',
  'ghp_',
  'MTa.',
]

const { findSecrets } = await source('sync/src/secrets/find-secrets.ts')

const ordinary = FOLDERS.flatMap((folder) =>
  readdirSync(path(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|json|md|css|sql)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
)
const worst = WORST.map((unit) => Buffer.from(unit.repeat(1_000_000 / unit.length)))

report('ordinary text', ordinary)
report('worst text', worst)
process.exit(0)

function report(name, contents) {
  const files = contents.map((bytes, i) => ({ path: `f${i}.ts`, bytes: Uint8Array.from(bytes) }))
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const search = bestOf(() => findSecrets(files)) / megabytes
  const floor = bestOf(() => files.map(({ bytes }) => readOnce(bytes))) / megabytes
  console.log(
    `${name}, ${megabytes.toFixed(1)} MB: ${search.toFixed(1)} ms of CPU a megabyte (goal: ${GOAL_MS}), ` +
      `decoding and one pass ${floor.toFixed(1)}: ${(search / floor).toFixed(1)} times`,
  )
}

function bestOf(work) {
  const times = Array.from({ length: TURNS }, () => {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

function readOnce(bytes) {
  const text = new TextDecoder().decode(bytes)
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (sum + text.charCodeAt(i)) | 0
  return sum
}
