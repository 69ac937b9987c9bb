import { EvaluatedModules } from 'vite/module-runner'

/**
 * vitest 4.1 reads cached sources (`fsModuleCache`) as bytes, but vite expects text. Without this every error of a global set-up ends as
 * "code.charCodeAt is not a function".
 */
export function readKeptSourcesAsText() {
  const { getModuleSourceMapById } = EvaluatedModules.prototype

  EvaluatedModules.prototype.getModuleSourceMapById = function (id) {
    const meta = this.getModuleById(id)?.meta
    if (meta && 'code' in meta) meta.code = String(meta.code)

    return getModuleSourceMapById.call(this, id)
  }
}
