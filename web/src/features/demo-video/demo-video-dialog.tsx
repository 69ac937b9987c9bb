import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@app/contract/languages'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import englishInEnglish from './recording/en.en.vtt?url'
import englishInSpanish from './recording/en.es.vtt?url'
import english from './recording/en.webm?url'
import englishPoster from './recording/en.webp?url'
import spanishInEnglish from './recording/es.en.vtt?url'
import spanishInSpanish from './recording/es.es.vtt?url'
import spanish from './recording/es.webm?url'
import spanishPoster from './recording/es.webp?url'

type Recording = { video: string; poster: string; captions: Record<Language, string> }

/** The panel's language in the recording; captions are in each. */
const RECORDINGS: Record<Language, Recording> = {
  en: {
    video: english,
    poster: englishPoster,
    captions: { en: englishInEnglish, es: englishInSpanish },
  },
  es: {
    video: spanish,
    poster: spanishPoster,
    captions: { en: spanishInEnglish, es: spanishInSpanish },
  },
}

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** For those who prefer the demo on the page, and where the recording does not load. */
  onDemo: () => void
}

export function DemoVideoDialog({ isOpen, onOpenChange, onDemo }: Props) {
  const { t, language } = useTranslation()
  const { siteName } = usePublicConfig()
  const title = t('home.video.title', { siteName })
  const { video, poster, captions } = RECORDINGS[language]

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      lead={t('home.video.lead')}
      closeText={t('common.close')}
      isWide
    >
      {/* It has no sound, so the captions are shown from the start. */}
      <video
        src={video}
        poster={poster}
        width={960}
        height={816}
        aria-label={title}
        onError={onDemo}
        controls
        autoPlay
        muted
        playsInline
        className="aspect-20/17 h-auto max-h-[62dvh] w-full rounded-md border border-line bg-sunken"
      >
        {LANGUAGES.map((one) => (
          <track
            key={one}
            kind="captions"
            src={captions[one]}
            srcLang={one}
            label={LANGUAGE_NAMES[one]}
            default={one === language}
          />
        ))}
      </video>
      <Button variant="secondary" size="sm" className="mt-4" onClick={onDemo}>
        {t('home.video.animation')}
      </Button>
    </Dialog>
  )
}
