import { PageMessage } from '@app/ui/page-message.tsx'
import { Link } from 'react-router'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { WayOn } from './way-on.tsx'

const LINK_LOOK =
  'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4'

export function NotFoundPage() {
  const { t } = useTranslation()
  const { supportEmail, links } = usePublicConfig()

  return (
    <PageMessage
      illustration={<SunkenNumber />}
      title={t('notFound.title')}
      lead={t('notFound.lead')}
      actions={
        <>
          <WayOn to={paths.home} text={t('common.goHome')} />
          <p className="flex basis-full flex-wrap justify-center gap-x-6">
            <a href={paths.features} className={LINK_LOOK}>
              {t('header.features')}
            </a>
            <Link to={paths.pricing} className={LINK_LOOK}>
              {t('header.pricing')}
            </Link>
            <a href={links.docs} className={LINK_LOOK}>
              {t('footer.docs')}
            </a>
            <a href={`mailto:${supportEmail}`} className={LINK_LOOK}>
              {t('notFound.askUs')}
            </a>
          </p>
        </>
      }
    />
  )
}

/** The page's status number, drawn as sinking. The document's title contains the number too, so screen readers skip it here. */
function SunkenNumber() {
  return (
    <svg viewBox="0 0 240 96" className="mb-10 w-60 max-w-full" aria-hidden="true">
      <g
        className="fill-none stroke-line-strong"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M54 82V12L16 50h52" />
        <rect x="94" y="12" width="52" height="70" rx="26" />
        <path d="M212 82V12l-38 38h52" />
      </g>
      <path
        d="M0 66c20 0 20-10 40-10s20 10 40 10 20-10 40-10 20 10 40 10 20-10 40-10 20 10 40 10v30H0Z"
        className="fill-canvas"
      />
      <path
        d="M0 66c20 0 20-10 40-10s20 10 40 10 20-10 40-10 20 10 40 10 20-10 40-10 20 10 40 10"
        className="fill-none stroke-accent"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
