import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from './free-ports.js'
import { launch, portCount } from './launch.js'
import { Refusal } from './run.js'

/** The built product with its stand-ins, on ports and in a data folder of its own. */
export async function startTestProduct(name, env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), `gitferry-${name}-`))
  const secretKey = `sb_secret_${randomBytes(32).toString('base64url')}`
  const product = await launch({
    env: {
      ...process.env,
      // Tests create accounts through the admin API.
      SECRET_KEY: secretKey,
      PORT: String(await freePorts(portCount)),
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      // Many users sign in from one address within minutes.
      AUTH_RATE_LIMIT_FACTOR: '100',
      AUTH_MAIL_INTERVAL_S: '0',
      // Off by default, as are its screens.
      AUTH_OAUTH_SERVER_ENABLED: 'true',
      AUTH_SAML_ENABLED: 'true',
      AUTH_CUSTOM_PROVIDERS_LOOPBACK: 'true',
      ...env,
    },
  })
  const stop = async () => {
    product.stop()
    await product.ended
    rmSync(dataDir, { recursive: true, force: true })
  }

  try {
    const url = await readyAddress(product.output)
    const restart = async () => void (await readyAddress(await product.restart()))

    return { url, secretKey, stop, restart }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address that the product prints once it accepts requests. */
export async function readyAddress(output) {
  for await (const line of createInterface({ input: output })) {
    const ready = /^ready (http\S+)$/.exec(line)
    if (ready) {
      output.resume()
      return ready[1]
    }
  }
  throw new Refusal('The product did not start.')
}
