import { spawn } from 'node:child_process'
import { root } from './root.js'

/** An error whose message is enough for the terminal, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a program and ends it with this process. Its output is shown only if it fails; with `show` as it comes, with `'at the end'`
 * in one piece, for programs that run side by side.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean | 'at the end' }} [options]
 * @returns {Promise<string>}
 */
export function run(program, args, { cwd = root, env = {}, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const end = () => child.kill()
    process.once('exit', end)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (show === 'at the end') say(output)
      if (code === 0) resolve(output)
      else reject(new Refusal(`${output}\n${program} ${args.join(' ')} failed (${code})`))
    })
  })
}

/** The npm that started this script, so that no other version is used. */
export function npm(args, options) {
  const path = process.env.npm_execpath

  return path?.endsWith('.js')
    ? run(process.execPath, [path, ...args], options)
    : run('npm', args, options)
}

/** Runs a tool from node_modules by its file, without a shell or npx. */
export const tool = (file, args, options) =>
  run(process.execPath, [`${root}node_modules/${file}`, ...args], options)

/** Progress of the preparation, apart from what the command itself prints. */
export const report = (text) => process.stderr.write(`${text}\n`)

export const say = (text) => process.stdout.write(`${text}\n`)

/** Runs the script; a `Refusal` ends it with its message only. */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`)
    process.exit(1)
  }
}
