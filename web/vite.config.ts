import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { compileGuide } from './guides/compile-guide.ts'

const BOOT_SCRIPT = 'src/app/boot.ts'
const HEAD_SCRIPT = fileURLToPath(new URL('src/app/head.ts', import.meta.url))

const src = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

const OWN_FOLDERS = ['src/', '../ui/src/', '../contract/src/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Parts of the design system that most members' screens need besides the first. */
const FORM_PARTS = [
  'choice-group.tsx',
  'empty-state.tsx',
  'failure-notice.tsx',
  'no-results.tsx',
  'pagination.tsx',
  'password-field.tsx',
  'search-field.tsx',
  'submit-button.tsx',
  'text-area.tsx',
  'text-field.tsx',
  'use-form.ts',
].map((file) => `../../ui/src/${file}`)

/** What is always needed together travels together: one file compresses better than five, and asks for less. */
const GROUPS = [
  {
    name: 'react',
    priority: 9,
    test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
  },
  { name: 'data', priority: 9, test: /node_modules\/(?:@tanstack|@supabase\/postgrest-js)\// },
  { name: 'icons', priority: 9, test: /node_modules\/lucide-react\// },
  ownPart('shell', 8, ['app/start-app.tsx']),
  ownPart('first-screen', 7, [
    'app/query-area.tsx',
    'api/recognise-session.ts',
    'api/load-profile.ts',
    'screens/dashboard/dashboard-screen.tsx',
  ]),
  ownPart('forms', 6, [...FORM_PARTS, 'i18n/field-texts.ts', 'on-demand/in-place.tsx']),
  ownPart('identity', 5, [
    'api/sign-in.ts',
    'features/auth/rules.ts',
    'features/auth/use-redirects.ts',
  ]),
  ownPart('settings', 4, [
    'screens/settings/settings-screen.tsx',
    'screens/settings/profile-section.tsx',
  ]),
  ownPart('security', 3, [
    'screens/settings/security-section.tsx',
    'screens/settings/account-section.tsx',
  ]),
  ownPart('projects', 2, ['screens/projects/projects-screen.tsx']),
]

/** What may be wanted before the application is. */
const EARLY = ['app/boot.ts', 'app/await-extension.ts']

/** Our own modules that these need at once, without the early ones: whoever reads only shall not pay for the rest. */
function ownPart(name: string, priority: number, roots: string[]) {
  let needed: Set<string> | undefined
  let early: Set<string> | undefined

  const choose = (id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>) => {
    const importsOf = (module: string) => graph.getModuleInfo(module)?.importedIds ?? []
    needed ??= reachable(roots.map(src), importsOf)
    early ??= reachable(EARLY.map(src), importsOf)

    const isOwn = OWN_FOLDERS.some((folder) => id.startsWith(folder))
    // Loads the texts of a language, which every page needs.
    if (id.includes('dynamic_import_helper')) return name === 'shell' ? name : null

    return isOwn && needed.has(id) && !early.has(id) ? name : null
  }

  return { name: choose, debugName: name, priority }
}

function reachable(roots: string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(roots)
  // A set yields what is added while it is walked.
  for (const id of found) for (const next of importsOf(id)) found.add(next)

  return found
}

/**
 * What comes before a member sees anything is small and hardly ever drawn again: there the compiler's memory would
 * cost ten kilobytes on the way and save nothing.
 */
const FIRST_SEEN =
  /\/ui\/src\/|\/src\/(?:app|i18n|features\/(?:billing|dashboard|feedback|github|site)|screens\/dashboard)\//

function compiler() {
  const plugins = react({ compiler: true, exclude: [/node_modules/, FIRST_SEEN] })

  return plugins.filter(({ name }) => name === 'vite:react-compiler')
}

export default defineConfig({
  plugins: [tailwindcss(), react(), compiler(), clientAssets(), headScript(), guides()],
  // One process builds the browser's half first, then the server's half, which must know the hashed names of the first.
  builder: { sharedConfigBuild: true, sharedPlugins: true },
  build: {
    // A data: address would be refused by the policy for fonts and is downloaded with the style sheet for nothing.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        rolldownOptions: {
          input: BOOT_SCRIPT,
          output: { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false } },
        },
      },
    },
    ssr: {
      // Bundled whole, and as React's production build whatever NODE_ENV the server is started with.
      resolve: { noExternal: true },
      keepProcessEnv: false,
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { render: 'src/app/render.tsx' },
          // One file, so that a server that runs misses no chunk when another start builds anew.
          output: { codeSplitting: false },
        },
      },
    },
  },
})

/** `virtual:client-assets`: where the browser finds the boot script, the style sheets and the chunks of each module. */
function clientAssets(): Plugin {
  // As the development server names them, until a build knows better.
  let assets = {
    boot: `/${BOOT_SCRIPT}`,
    landingStyles: '/src/app/landing.css',
    appStyles: '/src/app/app.css',
    chunks: {} as Record<string, string[]>,
  }

  return {
    name: 'client-assets',
    resolveId: { filter: { id: /^virtual:client-assets$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:client-assets$/ },
      handler: () => `export const clientAssets = ${JSON.stringify(assets)}`,
    },
    writeBundle(_options, bundle) {
      if (this.environment.name !== 'client') return

      const files = Object.values(bundle)
      const boot = files.find((file) => file.type === 'chunk' && file.isEntry)
      if (!boot) return this.error('the build has no boot script')

      const sheets = files.filter(({ fileName }) => fileName.endsWith('.css'))
      const sheetOf = (chunk: string) => {
        const sheet = sheets.find(({ fileName }) => fileName.startsWith(`assets/${chunk}-`))
        return sheet ? `/${sheet.fileName}` : this.error(`the build has no styles of ${chunk}`)
      }
      assets = {
        boot: `/${boot.fileName}`,
        landingStyles: sheetOf('boot'),
        appStyles: sheetOf('shell'),
        chunks: chunksByModule(files),
      }
    },
  }
}

/** For modules that are imported on demand: the chunk of each, and all chunks that it needs at once. */
function chunksByModule(files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = files.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const onDemand = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  const needs = (name: string) =>
    [...reachable([name], (one) => byName.get(one)?.imports ?? [])].map((one) => `/${one}`)

  return Object.fromEntries(
    chunks
      .filter(({ fileName }) => onDemand.has(fileName))
      .flatMap(({ fileName, moduleIds }) =>
        moduleIds
          .filter((id) => ON_DEMAND_MODULE.test(id))
          .map((id) => [id.slice(src('').length), needs(fileName)]),
      ),
  )
}

const ON_DEMAND_MODULE =
  /\/src\/(?:app\/(?:start-app|query-area)|screens\/.+-screen|i18n\/.+\.json)/

/** `virtual:head-script`: the one inline script as text, and the hash by which the policy lets it run. */
function headScript(): Plugin {
  return {
    name: 'head-script',
    resolveId: { filter: { id: /^virtual:head-script$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:head-script$/ },
      async handler() {
        const { code, files } = await compileHeadScript()
        for (const file of files) this.addWatchFile(file)
        const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`

        return `export const headScript = ${JSON.stringify({ code, hash })}`
      },
    },
  }
}

async function compileHeadScript(): Promise<{ code: string; files: string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: HEAD_SCRIPT, output: { format: 'iife' } },
    },
  })

  const { code, moduleIds } = (built as Rolldown.RolldownOutput).output[0]

  return { code: code.trim(), files: moduleIds }
}

/** `guides/<name>/<language>.md` as modules of data. */
function guides(): Plugin {
  return {
    name: 'guides',
    transform: {
      filter: { id: /\/guides\/[\w-]+\/\w+\.md$/ },
      handler: (markdown) => ({
        code: `export const guide = ${JSON.stringify(compileGuide(markdown))}`,
        map: null,
        moduleType: 'js',
      }),
    },
  }
}
