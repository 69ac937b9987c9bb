import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const BOOT_SCRIPT = 'src/app/boot.ts'
const HEAD_SCRIPT = fileURLToPath(new URL('src/app/head.ts', import.meta.url))

/** What is always needed together travels together: one file compresses better than five, and asks for less. */
const GROUPS = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/react-router\// },
  { name: 'query', test: /node_modules\/@tanstack\// },
]

export default defineConfig({
  plugins: [tailwindcss(), react({ compiler: true }), clientAssets(), headScript()],
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
          output: { codeSplitting: { groups: GROUPS } },
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
          // One file, so that a server in development may import it anew under another query.
          output: { codeSplitting: false },
        },
      },
    },
  },
})

/** `virtual:client-assets`: where the browser finds the boot script, its style sheet and that of the application. */
function clientAssets(): Plugin {
  let assets = { boot: `/${BOOT_SCRIPT}`, landingStyles: '', appStyles: '' }

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
        appStyles: sheetOf('start-app'),
      }
    },
  }
}

/** `virtual:head-script`: the one inline script as text, and the hash by which the policy lets it run. */
function headScript(): Plugin {
  return {
    name: 'head-script',
    resolveId: { filter: { id: /^virtual:head-script$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:head-script$/ },
      async handler() {
        const code = await compileHeadScript()
        const hash = `sha256-${createHash('sha256').update(code).digest('base64')}`

        return `export const headScript = ${JSON.stringify({ code, hash })}`
      },
    },
  }
}

async function compileHeadScript(): Promise<string> {
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

  return (built as Rolldown.RolldownOutput).output[0].code.trim()
}
