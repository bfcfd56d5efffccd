/** Words for demo data and live traffic. Customers write in English and Japanese, like the service's real ones. */

export const CUSTOMERS = [
	{ last: '佐藤', first: '花子', kana: ['サトウ', 'ハナコ'], email: 'hanako.sato@mail.example', company: '株式会社さくら商店' },
	{ last: '鈴木', first: '一郎', kana: ['スズキ', 'イチロウ'], email: 'ichiro.suzuki@mail.example', company: '鈴木工業株式会社' },
	{ last: '高橋', first: '美咲', kana: ['タカハシ', 'ミサキ'], email: 'misaki@takahashi.example', company: '高橋デザイン事務所' },
	{ last: '田中', first: '健', kana: ['タナカ', 'ケン'], email: 'ken.tanaka@mail.example', company: '有限会社田中書店' },
	{ last: 'Miller', first: 'Anna', kana: ['ミラー', 'アンナ'], email: 'anna.miller@mail.example', company: 'Miller & Sons' },
	{ last: 'Novak', first: 'Petr', kana: ['ノバク', 'ペトル'], email: 'petr+shop@novak.example', company: 'Novak Trading' },
	{ last: 'García', first: 'Lucía', kana: ['ガルシア', 'ルシア'], email: 'lucia@garcia.example', company: 'Café García' },
	{ last: "O'Brien", first: 'Sean', kana: ['オブライエン', 'ショーン'], email: 'sean@obrien.example', company: "O'Brien Outdoor" },
] as const;

export const QUESTIONS = [
	{ title: 'Where is my order 48213?', body: 'Hello,\n\nthe parcel was to arrive on Monday. Could you look where it is?\n\nThank you' },
	{ title: '返品について', body: 'お世話になっております。\n先日購入した商品がサイズ違いのため、返品をお願いしたいです。\nよろしくお願いいたします。' },
	{ title: 'Invoice address is wrong', body: 'Please change the address on invoice 2291: we moved last month.' },
	{ title: '領収書の再発行をお願いします', body: '領収書を紛失してしまいました。再発行は可能でしょうか。' },
	{ title: 'Cannot sign in since this morning', body: 'The page says "account locked" although I changed nothing.' },
	{ title: 'Broken glass on delivery 😞', body: 'Two of the six glasses arrived broken, photos attached.' },
	{ title: '納期の確認', body: '注文番号 70412 の納期を教えてください。' },
	{ title: 'Quote for 200 units', body: 'We would like a quote for 200 units of the travel mug, printed with our logo.' },
	{ title: 'Do you deliver to Okinawa?', body: 'And if so, what does it cost?' },
	{ title: 'Subscription renews too early', body: 'I was charged on the 3rd, my plan ends on the 17th.' },
] as const;

export const REPLIES = [
	'Thank you, that helps.',
	'Could you let me know when it will be done?',
	'ありがとうございます。確認いたしました。',
	'I still have not received anything.',
	'写真を添付しましたのでご確認ください。',
] as const;

export const ANSWERS = [
	'Thank you for writing to us. We have asked the carrier and will come back to you today.',
	'お問い合わせありがとうございます。担当者より改めてご連絡いたします。',
	'We have sent a replacement; it should arrive within two days.',
] as const;

export const MEMOS = [
	'Called the customer back: agrees to a replacement.',
	'電話にて状況を確認。明日再度連絡予定。',
	'Customer rang about the delivery date.',
] as const;
