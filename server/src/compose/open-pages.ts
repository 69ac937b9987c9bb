import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Config } from '#config/config.ts'
import { openExtensionBuild } from '#http/extension/extension-file.ts'
import { openOtherBuilds } from '#http/pages/other-builds.ts'
import { pageCache } from '#http/pages/page-cache.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { shareAssets } from '#web-builds/share-assets.ts'
import { folders } from './folders.ts'
import { openPublicContent } from './open-public-content.ts'

type Needs = { config: Config; db: Database; web: WebBuild; log: Log }

/** Pages with what they show: the tables' content, and whether the extension was built. */
export async function openPages({ config, db, web, log }: Needs) {
  const extension = openExtensionBuild({
    folder: config.extension.folder ?? folders.extension,
    siteUrl: config.siteUrl,
  })
  const content = await openPublicContent({ db, log, extensionFile: extension.file })
  const pages = pageCache({
    renderer: web.renderer,
    config: config.public,
    content: content.current,
    keepsPages: config.devRendererUrl === null,
  })

  return {
    web,
    pages,
    otherBuilds: openOtherBuilds({ db, log }),
    extension,
    warm: async () => {
      await shareAssets(db, web.assets).catch((err) => log.error({ err }, 'asset sharing failed'))
      await pages.warm().catch((err) => log.error({ err }, 'page rendering failed'))
    },
    close: content.close,
  }
}
