import { nodeBuild } from '@app/platform/node-build.js'

export default nodeBuild({
  main: 'src/compose/main.ts',
  operate: 'src/compose/operate.ts',
  'make-image': 'src/compose/make-image.ts',
  'deletion-worker': 'src/private-imports/deletion-worker.ts',
  'event-worker': 'src/code-host/events/event-worker.ts',
  'engine-worker': 'src/private-imports/engine-worker.ts',
  'body-worker': '../platform/src/http/rest/body-worker.ts',
  'pglite-worker': '../platform/src/db/pglite-worker.js',
})
