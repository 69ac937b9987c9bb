import { GlobalWindow } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

/** A page of happy-dom. `fetch` and its classes stay those of Node, for the helpers that call stand-ins. */
const environment: Environment = {
  name: 'page',
  viteEnvironment: 'client',
  setup(global) {
    const window = new GlobalWindow({
      url: 'http://127.0.0.1/',
      width: 1280,
      height: 720,
      settings: {
        disableErrorCapturing: true,
        disableCSSFileLoading: true,
        disableJavaScriptFileLoading: true,
        disableIframePageLoading: true,
      },
    })
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })

    return {
      async teardown() {
        await window.happyDOM.abort()
        window.close()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
      },
    }
  },
}

export default environment
