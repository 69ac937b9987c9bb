import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The addresses that an extension itself has called, by the browser's own log of its network: an event a line. */
export function callsIn(file: string, extensionId: string): string[] {
  if (!existsSync(file)) return []
  const own = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"initiator":"chrome-extension://${extensionId}"`))
  const addresses = own.flatMap((line) => /"url":"([^"]+)"/.exec(line)?.[1] ?? [])

  return [...new Set(addresses)].filter((address) => /^(https?|wss?):/.test(address))
}

type Manifest = Record<'host_permissions' | 'optional_host_permissions', string[] | undefined> & {
  content_scripts: { matches: string[] }[]
}

/** Those whose hosts the manifest does not name. */
export function outsideOf(folder: string, addresses: readonly string[]): string[] {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const { host_permissions, optional_host_permissions, content_scripts } = JSON.parse(
    text,
  ) as Manifest
  const named = new Set([
    ...(host_permissions ?? []),
    ...(optional_host_permissions ?? []),
    ...content_scripts.flatMap(({ matches }) => matches),
  ])

  return addresses.filter((address) => !named.has(`${new URL(address).origin}/*`))
}
