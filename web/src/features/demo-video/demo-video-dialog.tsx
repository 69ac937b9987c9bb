import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@app/contract/languages'
import { Button } from '@app/ui/button.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** `<language>.webm` and its poster, of which the panel speaks that language, and `<language>.<captions>.vtt`. */
const FILES = import.meta.glob<string>('./recording/*.{webm,webp,vtt}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const fileOf = (name: string): string | undefined => FILES[`./recording/${name}`]

/** A language without a recording of its own gets the English one. */
function recordingIn(language: Language) {
  const own = fileOf(`${language}.webm`) ? language : 'en'
  const captions = LANGUAGES.map((one) => ({ language: one, file: fileOf(`${own}.${one}.vtt`) }))

  return {
    video: fileOf(`${own}.webm`),
    poster: fileOf(`${own}.webp`),
    captions: captions.filter(({ file }) => file !== undefined),
  }
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
  const { video, poster, captions } = recordingIn(language)

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
        {captions.map((one) => (
          <track
            key={one.language}
            kind="captions"
            src={one.file}
            srcLang={one.language}
            label={LANGUAGE_NAMES[one.language]}
            default={one.language === language}
          />
        ))}
      </video>
      <Button variant="secondary" size="sm" className="mt-4" onClick={onDemo}>
        {t('home.video.animation')}
      </Button>
    </Dialog>
  )
}
