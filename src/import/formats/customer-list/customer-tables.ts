/** Customer lists of other systems: which field of a customer each of their columns is. */

import type { ListedField } from './listed-field.ts'

/**
 * What a column says: a field; the customer's number in the other system; whether the account is active; a part of the address, which are joined
 * in the order of the columns; the time of a consent to mail, or of its end; a number of orders, which is left out where it cannot be read.
 */
export type CustomerColumn =
  | ListedField
  | 'sourceNumber'
  | 'active'
  | 'addressPart'
  | 'consentedAt'
  | 'refusedAt'
  | 'orders'

/** The list of a system. */
export interface CustomerTable {
  format: string
  /** Headings in lower case that tell the list: all of one of these lists. */
  signatures: string[][]
  /** Columns by their heading in lower case; the first of a field that is not empty counts. Other columns are not read. */
  columns: Record<string, CustomerColumn>
}

const shopify: CustomerTable = {
  format: 'Shopify customers',
  signatures: [
    ['email', 'accepts email marketing'],
    ['email', 'accepts marketing', 'first name'],
    ['email', 'default address country code'],
  ],
  columns: {
    ...{ 'customer id': 'sourceNumber', email: 'email', 'first name': 'name', 'last name': 'surname' },
    ...{ 'default address company': 'company', company: 'company' },
    ...{ 'default address address1': 'addressPart', 'default address address2': 'addressPart' },
    ...{ address1: 'addressPart', address2: 'addressPart' },
    ...{ 'default address zip': 'addressPart', zip: 'addressPart' },
    ...{ 'default address city': 'cityCode', city: 'cityCode' },
    ...{ 'default address country code': 'countryCode', 'country code': 'countryCode' },
    ...{ phone: 'mobilePhone', 'default address phone': 'businessPhone' },
    ...{ 'accepts email marketing': 'emailNotification', 'accepts marketing': 'emailNotification' },
    ...{ 'accepts sms marketing': 'smsNotification', 'total orders': 'orders' },
  },
}

/** The list of WooCommerce's own reports. */
const wooReports: CustomerTable = {
  format: 'WooCommerce customers',
  signatures: [
    ['email', 'username', 'total spend'],
    ['email', 'aov'],
  ],
  columns: {
    ...{ email: 'email', name: 'name', city: 'cityCode', orders: 'orders' },
    ...{ region: 'addressPart', 'postal code': 'addressPart' },
    ...{ 'country / region': 'countryCode', 'country/region': 'countryCode', country: 'countryCode' },
  },
}

/** The list of users of WordPress with the fields of WooCommerce, as plugins write it. */
const wooUsers: CustomerTable = {
  format: 'WooCommerce users',
  signatures: [['user_email'], ['billing_email']],
  columns: {
    ...{ id: 'sourceNumber', user_id: 'sourceNumber', customer_id: 'sourceNumber' },
    ...{ user_email: 'email', email: 'email', billing_email: 'email' },
    ...{ first_name: 'name', billing_first_name: 'name', last_name: 'surname', billing_last_name: 'surname' },
    ...{ billing_company: 'company', billing_phone: 'mobilePhone' },
    ...{ billing_address_1: 'addressPart', billing_address_2: 'addressPart', billing_postcode: 'addressPart' },
    ...{ billing_city: 'cityCode', billing_country: 'countryCode', order_count: 'orders' },
  },
}

const prestaShop: CustomerTable = {
  format: 'PrestaShop customers',
  signatures: [
    ['email *', 'last name *'],
    ['email address', 'partner offers'],
    ['email address', 'enabled', 'newsletter'],
  ],
  columns: {
    ...{ 'customer id': 'sourceNumber', id: 'sourceNumber', 'email *': 'email', 'email address': 'email' },
    ...{ 'first name *': 'name', 'first name': 'name', 'last name *': 'surname', 'last name': 'surname' },
    ...{ company: 'company', 'active (0/1)': 'active', enabled: 'active' },
    ...{ 'newsletter (0/1)': 'emailNotification', newsletter: 'emailNotification' },
  },
}

const mailchimp: CustomerTable = {
  format: 'Mailchimp audience',
  signatures: [
    ['email address', 'member_rating'],
    ['email address', 'optin_time'],
  ],
  columns: {
    ...{ 'email address': 'email', 'first name': 'name', 'last name': 'surname', company: 'company' },
    ...{ address: 'addressPart', 'phone number': 'mobilePhone', phone: 'mobilePhone' },
    // Each of the lists that Mailchimp exports has one of them; that of contacts who never agreed has none.
    ...{ confirm_time: 'consentedAt', optin_time: 'consentedAt', unsub_time: 'refusedAt', clean_time: 'refusedAt' },
  },
}

/** The lists of systems, the most special first. */
export const customerTables: readonly CustomerTable[] = [shopify, wooUsers, prestaShop, mailchimp, wooReports]

/** Headings of plain lists besides the names of the fields, in English and Turkish. */
export const plainColumns: Record<string, CustomerColumn> = {
  ...{ 'e-mail': 'email', 'email address': 'email', 'e-mail address': 'email', mail: 'email' },
  ...{ 'e-posta': 'email', eposta: 'email', 'e-posta adresi': 'email', 'mail adresi': 'email' },
  ...{
    'first name': 'name',
    'given name': 'name',
    ad: 'name',
    adı: 'name',
    isim: 'name',
    'ad soyad': 'name',
    'full name': 'name',
  },
  ...{ 'last name': 'surname', 'family name': 'surname', soyad: 'surname', soyadı: 'surname', soyisim: 'surname' },
  ...{ firma: 'company', şirket: 'company', 'firma adı': 'company', 'company name': 'company' },
  ...{ mobile: 'mobilePhone', 'mobile phone': 'mobilePhone', phone: 'mobilePhone', 'phone number': 'mobilePhone' },
  ...{ telefon: 'mobilePhone', gsm: 'mobilePhone', 'cep telefonu': 'mobilePhone', cep: 'mobilePhone' },
  ...{ 'business phone': 'businessPhone', 'iş telefonu': 'businessPhone' },
  ...{ adres: 'address', 'street address': 'address', city: 'cityCode', şehir: 'cityCode', il: 'cityCode' },
  ...{ country: 'countryCode', 'country code': 'countryCode', ülke: 'countryCode', 'ülke kodu': 'countryCode' },
  ...{ etkin: 'active', aktif: 'active', bülten: 'emailNotification', 'haber bülteni': 'emailNotification' },
  ...{ newsletter: 'emailNotification', 'e-posta izni': 'emailNotification', 'sms izni': 'smsNotification' },
  ...{ 'sipariş sayısı': 'orders', 'order count': 'orders', 'total orders': 'orders' },
  ...{ bayi: 'dealer', durum: 'active', 'müşteri no': 'externalId', 'müşteri numarası': 'externalId' },
}
