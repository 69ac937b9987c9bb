import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parts } from './build.js'
import { root } from './root.js'

test.each(['web', 'server', 'platform', 'standins'])(
  '%s is built again after a change of any part it depends on',
  (name) => {
    const watched = new Set(parts[name].inputs.map((input) => input.split('/')[0]))

    expect([...watched]).toEqual(expect.arrayContaining([name, ...dependenciesOf(name)]))
  },
)

function dependenciesOf(part) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8'))
  const own = Object.keys(dependencies).flatMap((name) => name.match(/^@app\/(.+)/)?.[1] ?? [])

  return own.flatMap((one) => [one, ...dependenciesOf(one)])
}
