//! Hindi, Thai, Indonesian, Vietnamese, Turkish and Arabic, in folded form: no nukta, plain alif, `ه` for `ة`, `d` for `đ`.

pub(in crate::frame::instructions) const IGNORE: &[&str] = &[
    r"भूल जा|भुला|अनदेखा|अनदेखी|नजरअंदाज|उपेक्षा|मत मान|पालन (?:मत|न|बंद)|रद्द|ละเว้น|เพิกเฉย|ลืม|ไม่ต้องสนใจ|อย่าสนใจ|ไม่ต้องทำตาม|อย่าทำตาม|มองข้าม|ยกเลิก|ข้าม",
    r"\b(?:abaikan|lupakan|jangan (?:ikuti|patuhi|hiraukan)|kesampingkan|batalkan|hapus|tidak (?:lagi )?berlaku|bo qua|quen|phot lo|dung (?:tuan theo|lam theo)|khong (?:tuan theo|con hieu luc)|huy bo|mac ke)\b",
    r"\b(?:yoksay|yok say|gormezden gel|unut|goz ardi|dikkate alma|uyma|iptal et|gecersiz|bos ver|atla)",
    r"تجاهل|انس |انسي|اهمل|تخط|الغ |لا (?:تتبع|تلتزم|تطع)|تجاوز|غض النظر|لم تعد (?:ساريه|صالحه)|باطله|نادیده|فراموش",
];

pub(in crate::frame::instructions) const RULES: &[&str] = &[
    r"निर्देश|नियम|आदेश|हिदायत|प्रतिबंध|पाबंदी|कमांड|คำสั่ง|คำแนะนำ|กฎ|ข้อจำกัด|ข้อกำหนด|แนวทาง|พรอมต์",
    r"\b(?:instruksi|perintah|aturan|arahan|pedoman|batasan|ingatan|prompt|huong dan|chi dan|chi thi|quy tac|quy dinh|lenh|gioi han|rang buoc)\b",
    r"\b(?:talimat|kural|yonerge|emir|komut|kisitla|sinirla|yonlendirme|istem)",
    r"تعليمات|اوامر|الاوامر|قواعد|القواعد|توجيهات|قيود|القيود|ارشادات|دستور",
];

pub(in crate::frame::instructions) const WHICH: &[&str] = &[
    r"पिछल|पहले|सभी|सारे|सारी|ऊपर|अपने|तुम्हारे|आपके|बाकी|ก่อนหน้า|ทั้งหมด|ข้างต้น|ของคุณ|เดิม|อื่น|ทุก|ที่ผ่านมา",
    r"\b(?:sebelumnya|sebelum ini|semua|seluruh|di atas|anda|kamu|mu|lain|truoc|tat ca|moi|o tren|cua ban|khac|sistem)\b|(?:aturan|perintah|instruksi)mu\b",
    r"\b(?:onceki|daha once|tum|butun|yukarida|kurallarini|talimatlarini|senin|diger|sistem)",
    r"السابق|سابق|اعلاه|جميع|كل |كافه|تعليماتك|قواعدك|الخاصه بك|الاخري|النظام|قبلی",
];

pub(in crate::frame::instructions) const SHOW: &[&str] = &[
    r"दिखा|बता|प्रकट|उजागर|छाप|प्रिंट|แสดง|เปิดเผย|บอก|พิมพ์|เผย",
    r"\b(?:tampilkan|tunjukkan|ungkapkan|bocorkan|sebutkan|cetak|beritahu|beri tahu|tulis|hien thi|tiet lo|cho (?:toi )?(?:xem|biet)|in ra|liet ke|dua ra)\b",
    r"\b(?:goster|acikla|ifsa et|yazdir|soyle|paylas|listele|ortaya cikar)",
    r"اكشف|اعرض|اظهر|اطبع|كرر|اخبرني|افصح|اذكر|اعطني|سرد",
];

pub(in crate::frame::instructions) const HIDDEN: &[&str] = &[
    r"सिस्टम ?(?:प्रॉम्प्ट|प्रोम्प्ट|संदेश|निर्देश)|(?:छिपे|गुप्त|आंतरिक)[^।\n]{0,6}(?:निर्देश|प्रॉम्प्ट)|(?:พรอมต์|พร้อมท์|พรอมพ์|พรอมท์|ข้อความ|คำสั่ง)(?:ของ)?ระบบ|คำสั่ง(?:ลับ|ที่ซ่อน|ภายใน)|system ?prompt",
    r"\b(?:prompt (?:sistem|he thong|tersembunyi|rahasia)|pesan sistem|instruksi (?:sistem|tersembunyi|rahasia|internal)|loi nhac he thong|cau lenh he thong|chi dan (?:he thong|an|bi mat)|sistem (?:istem|prompt|mesaj|komut|talimat)\w*|gizli (?:talimat|prompt|istem)\w*)",
    r"(?:موجه|رساله|تعليمات|مطالبه|برومبت) (?:ال)?نظام|تعليماتك|التعليمات (?:السريه|المخفيه|الاوليه|الداخليه)",
];

pub(in crate::frame::instructions) const SEND: &[&str] = &[
    r"भेज|अपलोड|फॉरवर्ड|साझा कर|ส่ง|อัปโหลด|อัพโหลด|แชร์|โพสต์|\b(?:kirim|teruskan|unggah|bagikan|salin|gui|chuyen tiep|tai len|chia se|gonder|ilet|yukle|aktar|paylas)|ارسل|ابعث|ارفع|انشر|حول |شارك",
];

pub(in crate::frame::instructions) const SECRETS: &[&str] = &[
    r"पासवर्ड|गुप्त|टोकन|एपीआई कुंजी|कुंजियाँ|कुंजियां|रहस्य|รหัสผ่าน|โทเค็น|โทเคน|ความลับ|คีย์ ?api|ข้อมูลรับรอง|\b(?:kata sandi|sandi|kunci api|kredensial|rahasia|token|mat khau|khoa (?:api|bi mat)|thong tin dang nhap|ma thong bao|sifre|parola|anahtar|kimlik bilgi|gizli bilgi)|كلم(?:ات|ه) (?:ال)?(?:مرور|سر)|مفاتيح|مفتاح|بيانات (?:الاعتماد|الدخول)|رموز|الاسرار",
];

pub(in crate::frame::instructions) const HOLDINGS: &[&str] = &[
    r"बातचीत|चैट|यादें|स्मृति|ग्राहक (?:सूची|डेटा)|บทสนทนา|การสนทนา|ความจำ|ข้อมูลลูกค้า|ข้อมูลผู้ใช้|\b(?:percakapan|obrolan|ingatan|memori|data (?:pengguna|pelanggan)|cuoc tro chuyen|hoi thoai|ky uc|bo nho|du lieu (?:nguoi dung|khach hang)|konusma|sohbet|hafiza|anilar|(?:kullanici|musteri) (?:veri|liste|bilgi))|المحادث|محادث|سجل|الذكريات|بيانات (?:المستخدم|العملاء)|قائمه العملاء|صندوق الوارد",
];

pub(in crate::frame::instructions) const OUTSIDE: &[&str] = &[
    r"मुझे|इस पते|बाहरी|ไปที่|ไปยัง|มาให้|ภายนอก|\b(?:ke (?:alamat|server|saya|url)|kepada saya|den (?:dia chi|may chu|toi)|cho toi|ra ngoai|adresine|adrese|sunucu|bana)\b|الي (?:هذا|العنوان|الخادم|خادم|البريد|الرابط)|عنوان|لي ",
];

pub(in crate::frame::instructions) const REACH: &[&str] = &[
    r"सभी|सारे|सारी|उपयोगकर्ता|ทั้งหมด|ทุก|ผู้ใช้|ผู้ดูแล|\b(?:semua|seluruh|pengguna|tat ca|moi|nguoi dung|quan tri|tum|butun|kullanici|yonetici)|جميع|كل |كافه|المستخدم|المسؤول|المدير",
];

pub(in crate::frame::instructions) const CONCEAL: &[&str] = &[
    r"(?:उपयोगकर्ता|यूजर|यूज़र|किसी)[^।\n]{0,12}(?:मत बता|न बता|बिना बता|बताए बिना|छिपा|छुपा|पता (?:न|नहीं)|पूछे बिना)|(?:ไม่ต้อง|อย่า|ห้าม|โดยไม่|ไม่)(?:ให้|บอก|แจ้ง|เปิดเผย|ต้องบอก|ถาม)[^\n]{0,10}ผู้ใช้|ปิดบัง[^\n]{0,8}ผู้ใช้|อย่าพูดถึง(?:คำสั่ง|บันทึก|ข้อความ)นี้",
    r"\b(?:(?:jangan|tanpa) (?:\S+ ){0,3}pengguna|rahasiakan|sembunyikan (?:\S+ ){0,3}(?:ini|dari)|jangan (?:sebut\w*|ungkap\w*) (?:\S+ )?(?:ini|bahwa)|(?:dung|khong duoc|khong|ma khong) (?:\S+ ){0,3}nguoi dung|dung (?:nhac|tiet lo|de cap) (?:\S+ ){0,3}nay|giau (?:\S+ ){0,3}nguoi dung)",
    r"\b(?:kullanici\w* (?:\S+ ){0,3}(?:soyleme|bahsetme|haber verme|bildirme|sorma|sakla|gizle|fark etme)|kullaniciya (?:\S+ ){0,3}(?:soylemeden|sormadan|bildirmeden)|kullanicidan (?:\S+ ){0,3}(?:gizle|sakla|habersiz)|bu (?:not|talimat|mesaj)\w* (?:\S+ ){0,2}(?:bahsetme|gizle|soyleme))",
    r"(?:لا|دون|بدون|من غير) (?:ان )?(?:تخبر|تعلم|تقل|تذكر|تبلغ|علم|اخبار|ابلاغ|معرفه|تكشف|سؤال)[^.\n]{0,16}(?:المستخدم|احد)|اخف[^.\n]{0,16}(?:المستخدم|هذه|هذا)|لا تذكر هذ",
];

pub(in crate::frame::instructions) const QUIETLY: &[&str] = &[
    r"चुपचाप|चुपके|गुप्त रूप|अपने आप में रख|อย่างลับ|แอบ|เงียบ ?ๆ|อย่าบอกใคร|\b(?:diam-diam|secara rahasia|jangan beri ?tahu|am tham|len lut|bi mat|dung noi|gizlice|sessizce|kimseye soyleme|bahsetme)\b|سرا|بصمت|خفيه|بهدوء|لا تخبر",
];

pub(in crate::frame::instructions) const ROLE: &[&str] = &[
    r"(?:अब से|आज से|अब) (?:तुम|आप)[^।\n]{0,40}(?:हो|हैं|मानो|मानोगे|सुनो|नहीं है|नहीं हैं|नहीं)|(?:पाबंदी|प्रतिबंध|सीमा|नियम)[^।\n]{0,6}नहीं है|(?:จากนี้ไป|ต่อจากนี้|ตั้งแต่(?:นี้|ตอนนี้)|ตอนนี้|บัดนี้)[^\n]{0,6}คุณ(?:คือ|เป็น|ไม่มี|จะ|ต้อง|เชื่อ)|คุณไม่มี(?:ข้อจำกัด|กฎ)|ไม่มีข้อจำกัด|เชื่อฟัง(?:เฉพาะ|แต่|เพียง)",
    r"\b(?:(?:mulai sekarang|sekarang),? (?:kamu|anda|engkau)|(?:kamu|anda) (?:tidak (?:lagi )?(?:memiliki|punya|terikat)|adalah (?:ai|asisten|model))|tanpa batasan|hanya patuhi|patuhi hanya|(?:tu gio|tu bay gio|ke tu bay gio|bay gio|tu nay)(?: tro di)?,? ban|ban khong (?:con )?(?:co )?(?:bi )?(?:gioi han|rang buoc|quy tac)|chi (?:tuan theo|nghe theo|vang loi))\b",
    r"\b(?:(?:artik|bundan sonra|bundan boyle|simdi|su andan itibaren) (?:sen|sinirsiz|kisitla\w*|kural\w*|yalnizca|sadece|bir)|(?:kisitlama|kural|sinir)\w* yok|(?:sadece|yalnizca) (?:bu|bana|benim) (?:\S+ )?(?:uy|itaat|dinle))",
    r"(?:من الان|منذ الان|ابتداء من الان|بعد الان)[^.\n]{0,14}(?:انت|تطيع|اطع|ليس|ستكون|تصرف)|انت الان|ليس لديك (?:اي )?(?:قيود|قواعد|حدود)|(?:بلا|بدون|دون) (?:اي )?قيود|اطع (?:هذه|هذا|فقط|اوامري)|لا تطع الا",
];

pub(in crate::frame::instructions) const OBEY: &[&str] = &[
    r"(?:केवल|सिर्फ) (?:इस|मेरे|मेरी|यह)[^।\n]{0,14}(?:मान|पालन|सुन)|सर्वोच्च प्राथमिकता|(?:ทำตาม|ปฏิบัติตาม)(?:เฉพาะ|แค่|บันทึก|ข้อความ)|สำคัญกว่าคำขอ|\b(?:ikuti (?:hanya|saja)|prioritas (?:tertinggi|lebih tinggi)|uu tien (?:cao nhat|hon)|lam theo (?:ghi chu|tin nhan) nay|en yuksek oncelik|bu nota uy|daha onceliklidir)\b|اتبع (?:فقط|هذه الملاحظه)|اولويه (?:قصوي|اعلي|مطلقه)",
];

pub(in crate::frame::instructions) const ADDRESS: &[&str] = &[
    r"(?:प्रिय|ध्यान दें|नमस्ते|संदेश)[^।\n]{0,6}(?:एआई|सहायक|मॉडल|एजेंट)|(?:अगर|यदि) (?:तुम|आप) (?:एक )?(?:एआई|सहायक|ai|मॉडल)|(?:एआई|ai) (?:सहायक|एजेंट|मॉडल)|(?:ถึง|เรียน|สวัสดี|สำหรับ)(?:ผู้ช่วย|เอไอ| ?ai|โมเดล|เอเจนต์)|ถ้าคุณ(?:คือ|เป็น) ?(?:ai|เอไอ|ผู้ช่วย|โมเดล)|(?:ai|เอไอ|ผู้ช่วย)(?:ต้อง|ที่อ่าน)",
    r"\b(?:(?:kepada|untuk|halo|perhatian|pesan untuk|wahai|gui|chu y|xin chao|danh cho|tin nhan cho|dikkat|sevgili|merhaba)[ ,:]+(?:semua |para |cac |moi |tum )?(?:ai|asisten|model|agen|tro ly|mo hinh|tac nhan|yapay zeka|asistan|ajan)|(?:jika|kalau) (?:anda|kamu) (?:adalah )?(?:sebuah )?(?:ai|asisten|model)|neu ban la (?:mot )?(?:ai|tro ly|mo hinh)|(?:asisten|agen|asistan|ajan|yapay zeka\w*|tro ly) (?:ai|icin|bu notu)|eger (?:bir )?(?:yapay zeka|asistan|ai))",
    r"(?:عزيزي|مرحبا|تنبيه|انتباه|الي|رساله|ملاحظه)[^.\n]{0,8}(?:المساعد|الذكاء|مساعد|النموذج|الوكيل|وكلاء|نماذج)|اذا كنت (?:ذكاء|مساعد|نموذج|وكيل)|ايها (?:المساعد|النموذج|الوكيل|الذكاء)|(?:اي|كل) (?:وكيل|مساعد|نموذج) يقرا",
];

pub(in crate::frame::instructions) const READING: &[&str] = &[
    r"(?:यह|इसे|इस नोट को|इस संदेश को)[^।\n]{0,8}(?:पढ|लोड)|जब[^।\n]{0,4}(?:उपयोगकर्ता|यूजर)|जवाब देने से पहले|เมื่อ[^\n]{0,10}(?:อ่าน|โหลด|เห็น)|(?:เมื่อ|ถ้า|หาก|ครั้งต่อไปที่)ผู้ใช้|ก่อนตอบ",
    r"\b(?:(?:saat|ketika|jika|setelah|begitu|setiap kali) (?:\S+ ){0,2}(?:membaca|memuat|melihat|dibaca|dimuat)|(?:saat|ketika|jika) pengguna|sebelum menjawab|(?:khi|neu|sau khi|moi khi) (?:\S+ ){0,2}(?:doc|tai|thay)|(?:khi|neu) nguoi dung|truoc khi tra loi|bunu okudugunda|(?:bu|bunu) (?:\S+ ){0,2}(?:oku|yukle|gor)\w*|kullanici (?:\S+ ){0,4}\w+(?:diginda|dugunda|rsa|inca|unca)|cevap vermeden once|yanitlamadan once)",
    r"(?:عندما|حين|حالما|بمجرد|اذا|بعد|كلما|عند) (?:ان )?(?:تقرا|قراءه|قراء|تحميل|تري|رؤيه)|(?:عندما|اذا|كلما) [^.\n]{0,8}المستخدم|قبل (?:ان تجيب|الرد|الاجابه)",
];

pub(in crate::frame::instructions) const UNCHECKED: &[&str] = &[
    r"बिना (?:पूछे|पुष्टि|जाँच|जांच|अनुमति|मंजूरी)|(?:पुष्टि|जाँच|जांच|अनुमति) (?:के बिना|मत|न )|(?:โดยไม่|ไม่ต้อง|ข้าม)(?:ต้อง)?(?:การ)?(?:ถาม|ยืนยัน|ตรวจสอบ|ขออนุญาต|อนุมัติ)|\b(?:tanpa (?:konfirmasi|bertanya|persetujuan|izin|verifikasi|pemeriksaan)|jangan (?:bertanya|tanya|konfirmasi|verifikasi)|lewati (?:konfirmasi|persetujuan|pemeriksaan)|(?:khong can|ma khong|dung|khong) (?:hoi|xac nhan|kiem tra|phe duyet|xin phep|xac minh)|bo qua (?:buoc )?(?:xac nhan|phe duyet|kiem tra)|onay (?:almadan|isteme|beklemeden)|sormadan|dogrulama(?:dan)?|kontrol etme(?:den)?|onaysiz)\b|(?:دون|بدون|من غير) (?:اي )?(?:تاكيد|سؤال|موافقه|تحقق|اذن|مراجعه|ان تسال)|لا (?:تسال|تتحقق|تطلب)",
];

pub(in crate::frame::instructions) const CONSENT: &[&str] = &[
    r"(?:उपयोगकर्ता|प्रशासक|मालिक) ने[^।\n]{0,10}(?:अनुमति|सहमति|मंजूरी|स्वीकृति)|ผู้ใช้(?:ได้)?(?:ยินยอม|อนุญาต|อนุมัติ|ตกลง)|\b(?:pengguna (?:sudah|telah) (?:setuju|menyetujui|mengizinkan)|nguoi dung da (?:dong y|chap thuan|cho phep)|kullanici (?:zaten )?(?:onayladi|kabul etti|izin verdi))\b|(?:المستخدم|المدير|المسؤول) (?:وافق|سمح|اذن)|(?:وافق|سمح) المستخدم",
];

pub(in crate::frame::instructions) const WIPE: &[&str] = &[
    r"(?:सभी|सारी|सारे)[^।\n]{0,16}(?:मिटा|हटा|डिलीट)|ลบ[^\n]{0,20}ทั้งหมด|\b(?:hapus (?:semua|seluruh)|xoa (?:tat ca|toan bo|moi|het)|(?:tum|butun) (?:\S+ ){0,2}(?:sil|silin|disa aktar)\w*)\b|(?:احذف|امسح|صدر) (?:جميع|كل|كافه)",
];

pub(in crate::frame::instructions) const KEEP: &[&str] = &[
    r"(?:नया नियम|हमेशा के लिए)[^।\n]{0,10}(?:याद|सहेज|जोड)|(?:บันทึก|จำ)[^\n]{0,10}กฎใหม่|\b(?:simpan (?:\S+ ){0,2}aturan baru|salin (?:\S+ )?ini ke semua|luu (?:\S+ ){0,2}quy tac moi|sao chep (?:\S+ ){0,2}vao (?:moi|tat ca)|yeni (?:bir )?kural (?:olarak )?(?:kaydet|ekle)|her (?:\S+ )?kopyala)\b|(?:احفظ|اضف)[^.\n]{0,10}قاعده جديده",
];

pub(in crate::frame::instructions) const ANSWER: &[&str] = &[
    r"हमेशा[^।\n]{0,20}(?:जवाब|कहो|बताओ|सिफारिश)|(?:ตอบ|บอก|แนะนำ)[^\n]{0,14}เสมอ|\b(?:selalu (?:jawab|katakan|rekomendasikan)|luon (?:luon )?(?:tra loi|noi|khuyen)|her zaman (?:\S+ ){0,4}(?:cevap|de|oner|soyle))|(?:دائما|دوما) (?:اجب|قل|اوص)|(?:اجب|قل) دائما",
];
