/** A link that was made, to copy and as a QR code. No other page shows it again. */

import { Button } from '../../../ui/components/button.js'
import { Component, html } from '../../../ui/html.js'
import { copyText } from '../../copy-text.js'
import { saveFile } from '../../download.js'
import { QrCode, svgFile } from '../../ui/qr-code.js'
import { Time } from '../../ui/time.js'

/** @typedef {{ url: string, expiresAt: string }} Link */
/** @typedef {{ app: import('../../app.js').App, link: Link, onDone: () => void }} Props `onDone`: shows the form again */

/** The link; its address takes the focus. @extends {Component<Props, { isCopied: boolean }>} */
export class MadeLink extends Component {
  /** @type {{ current: HTMLInputElement | null }} */
  address = { current: null }
  /** @type {{ current: HTMLElement | null }} */
  picture = { current: null }
  /** @override */
  state = { isCopied: false }

  /** @override */
  componentDidMount() {
    this.address.current?.focus()
  }

  select = () => this.address.current?.select()

  copy = async () => {
    const isCopied = await copyText(this.props.link.url)
    this.setState({ isCopied })
    if (!isCopied) this.address.current?.focus()
  }

  download = () => {
    const svg = this.picture.current?.querySelector('svg')
    if (svg) saveFile('sepet-link.svg', svgFile(svg))
  }

  /** @override */
  render() {
    const { app, link, onDone } = this.props
    const { isCopied } = this.state
    const { link: t } = app.texts().carts
    return html`
      <div class="made-link">
        <div class="field">
          <label for="made-link">${t.url}</label>
          <input id="made-link" ref=${this.address} readonly dir="ltr" value=${link.url} aria-describedby="made-link-hint" onFocus=${this.select} />
          <p class="hint" id="made-link-hint">${t.once} ${t.expires} <${Time} app=${app} at=${link.expiresAt} /></p>
        </div>
        <div ref=${this.picture}><${QrCode} text=${link.url} label=${t.qrCode} /></div>
        <div class="actions">
          <${Button} look="main" icon=${isCopied ? 'check' : 'copy'} onClick=${this.copy}>${isCopied ? t.copied : t.copy}<//>
          <${Button} icon="download" onClick=${this.download}>${t.download}<//>
          <${Button} onClick=${onDone}>${t.another}<//>
        </div>
      </div>`
  }
}
