import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { chooseChunk, reachable, src } from './chunks.ts'
import { compileChangelog } from './guides/compile-changelog.ts'
import { compileGuide } from './guides/compile-guide.ts'

const BOOT_SCRIPT = 'src/app/boot.ts'
const LANDING_STYLES = 'src/app/landing.css'
const HEAD_SCRIPT = fileURLToPath(new URL('src/app/head.ts', import.meta.url))

/**
 * Code for every visitor rarely renders again, so the compiler's memo cache would only add ten kilobytes.
 */
const FIRST_SEEN = [
  /\/ui\/src\//,
  /\/src\/(?:app|i18n|on-demand)\//,
  /\/src\/features\/(?:auth|billing|feedback|github|github-connection|linked-projects|newsletter)\//,
  /\/src\/features\/(?:product-frames|push-demo|site|sync-state)\//,
  /\/src\/screens\/(?:auth|dashboard|docs|extension|home|legal|pricing)\//,
  /\/src\/screens\/projects\/(?:add-|duplicate-|list-|nothing-|project-list|project-pages|projects-|repository-|row-)/,
]

/** This code rarely renders again, and its size budget is strict. */
const SIMULATOR = /\/sync-panels\/src\/|\/src\/(?:features|screens)\/simulator\//

/** The shell names every chunk, and hexadecimal digits compress better. Both parts name the same assets. */
const HASHES = { hashCharacters: 'hex' } as const

function compiler() {
  const plugins = react({ compiler: true, exclude: [/node_modules/, ...FIRST_SEEN, SIMULATOR] })

  return plugins.filter(({ name }) => name === 'vite:react-compiler')
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    react(),
    compiler(),
    clientAssets(),
    headScript(),
    guides(),
    changelog(),
    lighterRouter(),
    lighterPreload(),
    lighterIcons(),
  ],
  // Builds the browser's part first, because the server's part needs its hashed names.
  builder: { sharedConfigBuild: true, sharedPlugins: true },
  build: {
    // The policy for fonts would refuse a data: URL, which the style sheet would contain uselessly.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        rolldownOptions: {
          // The boot script excludes the landing page's styles, because other pages do not need them.
          input: [BOOT_SCRIPT, LANDING_STYLES],
          output: {
            ...HASHES,
            codeSplitting: {
              groups: [{ name: chooseChunk() }],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    },
    ssr: {
      // Bundles everything, with React's production build regardless of NODE_ENV.
      resolve: { noExternal: true },
      keepProcessEnv: false,
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { render: 'src/app/render.tsx' },
          // A single file, so that a running server loses no chunk when another start rebuilds.
          output: { ...HASHES, codeSplitting: false },
        },
      },
    },
  },
})

/** `virtual:client-assets`: the URLs of boot script, style sheets and each module's chunks. */
function clientAssets(): Plugin {
  // The development server's names, replaced by a build.
  let assets = {
    boot: `/${BOOT_SCRIPT}`,
    landingStyles: `/${LANDING_STYLES}`,
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
      const boot = files.find(
        (file) => file.type === 'chunk' && file.facadeModuleId === src('app/boot.ts'),
      )
      if (!boot) return this.error('the build has no boot script')

      const sheets = files.filter(({ fileName }) => fileName.endsWith('.css'))
      const sheetOf = (chunk: string) => {
        const sheet = sheets.find(({ fileName }) => fileName.startsWith(`assets/${chunk}-`))
        return sheet ? `/${sheet.fileName}` : this.error(`the build has no styles of ${chunk}`)
      }
      assets = {
        boot: `/${boot.fileName}`,
        landingStyles: sheetOf('landing'),
        appStyles: sheetOf('shell'),
        chunks: chunksByModule(files),
      }
    },
  }
}

/** For dynamic imports: the chunk of each module, and all chunks that it needs. */
function chunksByModule(files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = files.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const onDemand = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  const sizeOf = (name: string) => byName.get(name)?.code.length ?? 0
  // Largest first, because browsers load six in parallel and it takes longest.
  const needs = (name: string) =>
    [...reachable([name], (one) => byName.get(one)?.imports ?? [])]
      .toSorted((one, other) => sizeOf(other) - sizeOf(one))
      .map((one) => `/${one}`)

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

/** `virtual:head-script`: the only inline script as text, and its hash for the policy. */
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

const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url))

/** `virtual:changelog`: the repository's list of changes, as a guide. */
function changelog(): Plugin {
  return {
    name: 'changelog',
    resolveId: { filter: { id: /^virtual:changelog$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:changelog$/ },
      handler() {
        this.addWatchFile(CHANGELOG)
        const guide = compileChangelog(readFileSync(CHANGELOG, 'utf8'))

        return `export const changelog = ${JSON.stringify(guide)}`
      },
    },
  }
}

/**
 * The router's package gives bundlers its development build, and contains unused components and prefetching. If a new version differs, only
 * the bundle gets larger again.
 */
function lighterRouter(): Plugin {
  return {
    name: 'lighter-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
          .replace(/^\w+\.displayName = .+$/gm, '')
          .replace(/return shouldPrefetch && .+ : link;/, 'return link;')
          .replaceAll('if (init.instrumentations)', 'if (false)')
          .replace(/ = (React\d*\.(?:createContext|forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}

/** The bundler adds a helper for dynamic imports that every visitor downloads. Ours is shorter. */
function lighterPreload(): Plugin {
  return {
    name: 'lighter-preload',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => src('app/preload-chunks.ts'),
    },
  }
}

/** Icons of lucide-react, rendered by our own short runtime. */
function lighterIcons(): Plugin {
  return {
    name: 'lighter-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({
        code: code.replace(
          "import createLucideIcon from '../createLucideIcon.mjs'",
          `import { createLucideIcon } from '${src('app/lucide-icon.tsx')}'`,
        ),
        map: null,
      }),
    },
  }
}
