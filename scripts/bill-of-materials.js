import { npm } from './run.js'

/** What is bundled, in the browser's part and in the server's. */
const WORKSPACES = ['web', 'server', 'platform', 'sync']

/**
 * What a release consists of, as CycloneDX 1.5: packages of npm, those of Debian in the image, and Node. The same release has the same
 * bill, so it carries the time of the commit and no random number.
 */
export async function billOfMaterials({ version, builtAt, image }) {
  const printed = await npm([
    'sbom',
    ...['--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    ...['--omit', 'dev', '--package-lock-only'],
    ...WORKSPACES.flatMap((name) => ['--workspace', name]),
  ])
  const whole = JSON.parse(printed.slice(printed.indexOf('{')))
  // The graph would name parts that are left out.
  const { serialNumber: _random, dependencies: _graph, ...bill } = whole
  const { component, ...metadata } = bill.metadata
  const purl = `pkg:npm/gitferry@${version}`

  return {
    ...bill,
    metadata: {
      ...metadata,
      timestamp: builtAt.toISOString(),
      component: { ...component, name: 'gitferry', version, purl },
    },
    components: [...bundledIn(whole), ...(image ? componentsOf(image) : [])],
  }
}

/** What our bundled parts lead to, without these parts; npm lists those of all parts. */
function bundledIn({ components, dependencies }) {
  const leadsTo = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const isBundledPart = (ref) => WORKSPACES.some((name) => ref.startsWith(`@app/${name}@`))
  const reached = new Set(components.map((one) => one['bom-ref']).filter(isBundledPart))
  for (const ref of reached) for (const next of leadsTo.get(ref) ?? []) reached.add(next)

  return components.filter(
    (one) => reached.has(one['bom-ref']) && !one['bom-ref'].startsWith('@app/'),
  )
}

function componentsOf({ node, packages }) {
  const debian = packages.map(({ name, version }) => ({
    'bom-ref': `debian/${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=amd64&distro=debian-12`,
  }))
  const [version] = node.replace(/^v/, '').split(' ')

  return [
    ...debian,
    {
      'bom-ref': `node@${version}`,
      type: 'platform',
      name: 'node',
      version,
      purl: `pkg:generic/node@${version}`,
    },
  ]
}
