import { nodeBuild } from './node-build.js'

export default nodeBuild({
  'run-platform': 'src/compose/run-platform.ts',
  'run-rest': 'src/compose/run-rest.ts',
  'body-worker': 'src/http/rest/body-worker.ts',
  'pglite-worker': 'src/db/pglite-worker.js',
})
