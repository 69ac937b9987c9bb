import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { readyAddress, supervise } from './dev-process.js'

test('a restart ends the process before it starts the next one, and waits for it', async () => {
  const { starts, program } = supervised()
  program.restart('first')
  await program.ready()

  program.restart('second')

  expect(await program.ready()).toBe('http://second')
  expect(starts.map(({ folder }) => folder)).toEqual(['first', 'second'])
  expect(starts[1].wasAlone).toBe(true)
})

test('restarts that are asked for during a restart become one', async () => {
  const { starts, program } = supervised()
  program.restart('first')
  program.restart('second')
  program.restart('third')

  expect(await program.ready()).toBe('http://third')
  expect(starts.map(({ folder }) => folder)).not.toContain('second')
})

test('a program that does not start is not waited for, and the next one is', async () => {
  const { program } = supervised()

  program.restart('broken')
  expect(await program.ready()).toBeNull()

  program.restart('mended')
  expect(await program.ready()).toBe('http://mended')
})

test('who asks before the first start waits for it', async () => {
  const { program } = supervised()
  const ready = program.ready()

  program.restart('first')

  expect(await ready).toBe('http://first')
})

/** A program that announces the folder it was started from, unless that is broken. */
function supervised() {
  const starts = []
  const program = supervise('program', (folder) => {
    const wasAlone = starts.every(
      ({ child }) => child.exitCode !== null || child.signalCode !== null,
    )
    const code =
      folder === 'broken'
        ? 'process.exit(1)'
        : `console.log('ready http://${folder}'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', code])
    starts.push({ folder, child, wasAlone })
    return { child, ready: readyAddress(child.stdout) }
  })
  onTestFinished(() => program.stop())

  return { starts, program }
}
