import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from './processes.js'
import { path, source } from './source.js'

const FOLDER = path('bench/lite')
const PROGRAM = join(FOLDER, 'node_modules/@supabase/lite/dist/cli/index.js')

/** `driver` is postgres or pglite; what lies in the database stays, but its grants are changed. */
export async function startLite({ driver, url, secret, scratch }) {
  installLite()
  const { freePort } = await source('platform/test/databases/free-port.ts')
  const port = await freePort()
  mkdirSync(join(scratch, 'supabase'), { recursive: true })
  writeFileSync(join(scratch, 'supabase/config.toml'), configuration({ port, driver, url, secret }))

  return startProgram(PROGRAM, ['start', '--no-admin'], {
    cwd: scratch,
    env: { LITE_TELEMETRY: '0', DO_NOT_TRACK: '1' },
    serves: /Server running on\s+(http\S+)/,
  })
}

/** lite's own PGlite version, which alone can open its folders. */
export async function litePglite() {
  installLite()
  return import(join(FOLDER, 'node_modules/@electric-sql/pglite/dist/index.js'))
}

/** Not in the main lock file, because only the bench needs it. */
function installLite() {
  if (existsSync(PROGRAM)) return
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
}

const configuration = ({ port, driver, url, secret }) => `
[api]
port = ${port}
[db]
driver = "${driver}"
url = "${url}"
[db.migrations]
schema_paths = []
[auth]
enabled = true
jwt_secret = "${secret}"
enable_signup = true
[auth.email]
enable_confirmations = false
`
