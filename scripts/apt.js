import { existsSync } from 'node:fs'
import { run } from './run.js'

export const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

export async function apt(name) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
}
