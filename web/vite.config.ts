import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { chooseChunk, reachable, src } from './chunks.ts'
import { compileGuide } from './guides/compile-guide.ts'

const BOOT_SCRIPT = 'src/app/boot.ts'
const LANDING_STYLES = 'src/app/landing.css'
const HEAD_SCRIPT = fileURLToPath(new URL('src/app/head.ts', import.meta.url))

/**
 * What comes before a member sees anything, and the pages of visitors, are small and hardly ever drawn again: there the
 * compiler's memory would cost ten kilobytes on the way and save nothing.
 */
const FIRST_SEEN = [
  /\/ui\/src\//,
  /\/src\/(?:app|i18n|on-demand)\//,
  /\/src\/features\/(?:auth|billing|feedback|github|github-connection|linked-projects|newsletter)\//,
  /\/src\/features\/(?:product-frames|push-demo|site|sync-state)\//,
  /\/src\/screens\/(?:auth|dashboard|docs|extension|home|legal|pricing)\//,
  /\/src\/screens\/projects\/(?:add-|duplicate-|list-|nothing-|project-list|project-pages|projects-|repository-|row-)/,
]

/** Much code that is drawn again rarely: its budget counts every kilobyte. */
const SIMULATOR = /\/sync-panels\/src\/|\/src\/(?:features|screens)\/simulator\//

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
    lighterRouter(),
    lighterPreload(),
    lighterIcons(),
  ],
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
          // The landing page's styles are no part of the boot script: every other page does without them.
          input: [BOOT_SCRIPT, LANDING_STYLES],
          output: {
            codeSplitting: {
              groups: [{ name: chooseChunk() }],
              includeDependenciesRecursively: false,
            },
          },
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

/** For modules that are imported on demand: the chunk of each, and all chunks that it needs at once. */
function chunksByModule(files: (Rolldown.OutputChunk | Rolldown.OutputAsset)[]) {
  const chunks = files.filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const onDemand = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))
  const sizeOf = (name: string) => byName.get(name)?.code.length ?? 0
  // The largest first: browsers ask for six at a time, and it takes the longest.
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

/**
 * The router's package offers bundlers only its build for developers, and names components in a way that keeps those which
 * nobody uses; links bring the prefetching of a framework that we do without. Where a new version reads differently, it only
 * weighs more again.
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

/** Imports on demand go through a helper of the bundler, of which every visitor downloads a copy. Ours is shorter. */
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

/** The icons of lucide-react as they are, drawn by our own few lines. */
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
