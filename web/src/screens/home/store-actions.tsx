import { buttonClasses } from '@app/ui/button-classes.ts'
import { MailIcon, PlayIcon } from '@app/ui/icons.tsx'
import { SendLink } from '@app/ui/send-link.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { DemoVideoLink } from '#features/demo-video/demo-video-link.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { anchors } from './anchors.ts'

/** Install the extension, or watch a demo first. */
export function StoreActions() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <a href={links.store} className={`${buttonClasses('primary')} max-sm:flex-1`}>
          {t('common.addToChrome')}
        </a>
        <WatchDemo />
      </div>
      <SendToComputer />
    </>
  )
}

/** Installations without a video of their own play our recording; without script the link leads to the demo on this page. */
function WatchDemo() {
  const { t } = useTranslation()
  const { links } = usePublicConfig()
  const look = `${buttonClasses('secondary')} max-sm:flex-1`
  const content = (
    <>
      <PlayIcon className="size-4" />
      {t('home.watchDemo')}
    </>
  )
  if (links.video.startsWith('/')) {
    return (
      <DemoVideoLink demo={`#${anchors.demo}`} className={look}>
        {content}
      </DemoVideoLink>
    )
  }

  return (
    <a href={links.video} className={look}>
      {content}
    </a>
  )
}

function SendToComputer() {
  const { t } = useTranslation()
  const { siteUrl } = usePublicConfig()

  return (
    <SendLink
      url={siteUrl}
      title={t('home.share.subject')}
      className="mt-3 hidden min-h-11 items-center gap-2 text-sm font-medium text-accent underline underline-offset-4 max-md:pointer-coarse:inline-flex"
    >
      <MailIcon className="size-4" />
      {t('home.sendLink')}
    </SendLink>
  )
}
