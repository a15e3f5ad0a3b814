// A reader of the JSON that the golden files are written in: no error recovery, whole documents only.
#pragma once

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace sconce::test {

class Json {
  public:
    using List = std::vector<Json>;
    using Object = std::map<std::string, Json>;

    static Json parse(const std::string& text) {
        const char* at = text.c_str();
        Json value = read_value(at);
        skip_space(at);
        if (*at != '\0') {
            fail("end of text", at);
        }
        return value;
    }

    static Json read_file(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        if (!file) {
            throw std::runtime_error("cannot read " + path);
        }
        std::ostringstream text;
        text << file.rdbuf();
        return parse(text.str());
    }

    bool is_text() const { return std::holds_alternative<std::string>(value_); }
    bool is_list() const { return std::holds_alternative<List>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    bool is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
    bool is_bool() const { return std::holds_alternative<bool>(value_); }
    bool is_number() const { return std::holds_alternative<double>(value_); }

    bool truth() const { return std::get<bool>(value_); }
    double number() const { return std::get<double>(value_); }
    const std::string& text() const { return std::get<std::string>(value_); }
    const List& list() const { return std::get<List>(value_); }
    const Object& members() const { return std::get<Object>(value_); }
    bool has(const std::string& key) const { return std::get<Object>(value_).contains(key); }
    const Json& operator[](const std::string& key) const { return std::get<Object>(value_).at(key); }

  private:
    std::variant<std::nullptr_t, bool, double, std::string, List, Object> value_;

    [[noreturn]] static void fail(const std::string& expected, const char* at) {
        throw std::runtime_error("JSON: expected " + expected + ", got '" + std::string(at, strnlen(at, 20)) + "'");
    }

    static void skip_space(const char*& at) {
        while (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t') {
            ++at;
        }
    }

    static bool take(const char*& at, char wanted) {
        skip_space(at);
        if (*at != wanted) {
            return false;
        }
        ++at;
        return true;
    }

    static void expect(const char*& at, const std::string& word) {
        if (std::strncmp(at, word.c_str(), word.size()) != 0) {
            fail(word, at);
        }
        at += word.size();
    }

    static std::string read_text(const char*& at) {
        std::string text;
        while (*at != '"') {
            if (*at == '\0') {
                fail("a closing quote", at);
            }
            if (*at != '\\') {
                text += *at++;
                continue;
            }
            ++at;
            switch (*at++) {
                case 'n': text += '\n'; break;
                case 't': text += '\t'; break;
                case 'r': text += '\r'; break;
                case 'u': {
                    // Golden text is ASCII; other characters stay as the escape that names them.
                    const std::string digits(at, 4);
                    const long code = std::strtol(digits.c_str(), nullptr, 16);
                    text += code < 128 ? std::string(1, static_cast<char>(code)) : "\\u" + digits;
                    at += 4;
                    break;
                }
                default: text += at[-1];
            }
        }
        ++at;
        return text;
    }

    static Json read_value(const char*& at) {
        Json out;
        if (take(at, '{')) {
            Object members;
            while (!take(at, '}')) {
                if (!members.empty() && !take(at, ',')) {
                    fail("',' or '}'", at);
                }
                if (!take(at, '"')) {
                    fail("a member's name", at);
                }
                std::string name = read_text(at);
                if (!take(at, ':')) {
                    fail("':'", at);
                }
                members.emplace(std::move(name), read_value(at));
            }
            out.value_ = std::move(members);
        } else if (take(at, '[')) {
            List items;
            while (!take(at, ']')) {
                if (!items.empty() && !take(at, ',')) {
                    fail("',' or ']'", at);
                }
                items.push_back(read_value(at));
            }
            out.value_ = std::move(items);
        } else if (take(at, '"')) {
            out.value_ = read_text(at);
        } else if (*at == 't') {
            expect(at, "true");
            out.value_ = true;
        } else if (*at == 'f') {
            expect(at, "false");
            out.value_ = false;
        } else if (*at == 'n') {
            expect(at, "null");
        } else {
            char* end = nullptr;
            out.value_ = std::strtod(at, &end);
            if (end == at) {
                fail("a value", at);
            }
            at = end;
        }
        return out;
    }
};

}  // namespace sconce::test
