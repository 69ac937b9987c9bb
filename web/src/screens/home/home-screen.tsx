import { usePublicConfig } from '#config/public-config.tsx'
import { SiteFrame } from '#features/site/site-frame.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Closing } from './closing.tsx'
import { Features } from './features.tsx'
import { FixServices } from './fix-services.tsx'
import { Help } from './help.tsx'
import { Hero } from './hero.tsx'
import { NewsletterCard } from './newsletter-card.tsx'
import { Proof } from './proof.tsx'
import { Questions } from './questions.tsx'
import { Resources } from './resources.tsx'
import { sectionLinks } from './section-links.ts'
import { ShareBar } from './share-bar.tsx'
import { Steps } from './steps.tsx'
import { TechStack } from './tech-stack.tsx'
import { Upgrade } from './upgrade.tsx'

/** The landing page, in the order of the specification (section 2). */
export function HomeScreen() {
  const { t } = useTranslation()
  const config = usePublicConfig()

  return (
    <SiteFrame
      sections={{ label: t('home.nav.label'), links: sectionLinks(t, config) }}
      hasSmoothAnchors
    >
      <Hero />
      <Proof />
      <TechStack />
      <ShareBar />
      <Features />
      {config.flags.SHOW_UPGRADE_SECTION && <Upgrade />}
      <Steps />
      <FixServices />
      <Resources />
      <NewsletterCard />
      <Questions />
      <Help />
      <Closing />
    </SiteFrame>
  )
}
