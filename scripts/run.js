import { spawn } from 'node:child_process'
import { root } from './root.js'

/** A sentence for the person at the keyboard; no stack. */
export class Refusal extends Error {}

/**
 * Runs a program to its end, or to ours. Quiet unless it fails, when all it said is shown.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean }} [options]
 * @returns {Promise<string>}
 */
export function run(program, args, { cwd = root, env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill()
    process.once('exit', end)
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (code === 0) resolve(said)
      else reject(new Refusal(`${said}\n${program} ${args.join(' ')} failed (${code})`))
    })
  })
}

/** npm as it was called, so that no other version takes over half-way. */
export function npm(args, options) {
  const path = process.env.npm_execpath

  return path?.endsWith('.js')
    ? run(process.execPath, [path, ...args], options)
    : run('npm', args, options)
}

/** A tool from node_modules, by its file: no shell, no npx. */
export const tool = (file, args, options) =>
  run(process.execPath, [`${root}node_modules/${file}`, ...args], options)

export const say = (text) => process.stdout.write(`${text}\n`)

/** Ends the process with one sentence where one is enough. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`)
    process.exit(1)
  }
}
